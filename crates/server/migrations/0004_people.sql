-- Whose games are of who has left for good.
INSERT INTO players (id, name, created) VALUES ('deleted', 'deleted player', 0);

-- Since when the server's keeper lets somebody in no more.
ALTER TABLE players ADD COLUMN barred INTEGER;

-- Who wants to play with whom no more.
CREATE TABLE blocks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    blocked TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    UNIQUE (player, blocked)
) WITHOUT ROWID;

CREATE INDEX blocks_of_blocked ON blocks (blocked);

-- What players tell the server's keeper of others.
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX reports_of_reporter ON reports (reporter);
CREATE INDEX reports_of_player ON reports (player);

-- What the server's keeper has done, as it was asked for.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    what TEXT NOT NULL
);

-- What is used up of rate limits that a restart must not renew: of which limit, by whom, and when all is there again.
CREATE TABLE spent (
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, who)
) WITHOUT ROWID;
