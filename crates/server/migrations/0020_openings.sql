-- What was played in openings. This text makes the same of a database of SQLite and of PostgreSQL.

-- A move from a position, by the hash of it with its game and options: how many games were won and drawn after it, and the ratings of
-- those who made it, added up where the game was rated.
CREATE TABLE openings (
    position TEXT NOT NULL,
    -- rated, casual or engine.
    source TEXT NOT NULL,
    move TEXT NOT NULL,
    white BIGINT NOT NULL,
    drawn BIGINT NOT NULL,
    black BIGINT NOT NULL,
    points BIGINT NOT NULL,
    PRIMARY KEY (position, source, move)
);

-- The latest games between people from a position.
CREATE TABLE opening_games (
    position TEXT NOT NULL,
    source TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    move TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (position, source, game)
);

CREATE INDEX opening_games_of_game ON opening_games (game);

-- Games that have ended and are not in it yet.
CREATE TABLE unexplored (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE
);

INSERT INTO unexplored (game)
SELECT id FROM games WHERE status = 'finished' AND opponent IN ('friend', 'engine') AND plies > 1;
