-- Tournaments. What a game of one has brought is in the game's own row.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    creator TEXT NOT NULL REFERENCES players (id),
    title TEXT NOT NULL,
    -- Its form, which games are played and when it begins, each as JSON.
    form TEXT NOT NULL,
    wanted TEXT NOT NULL,
    start TEXT NOT NULL,
    initial_ms INTEGER,
    increment_ms INTEGER,
    move_ms INTEGER,
    rated INTEGER NOT NULL,
    -- How many may take part.
    most INTEGER NOT NULL,
    status TEXT NOT NULL,
    -- The rounds that were paired.
    round INTEGER NOT NULL,
    created INTEGER NOT NULL,
    begun INTEGER,
    ended INTEGER
) WITHOUT ROWID;

CREATE INDEX tournaments_open ON tournaments (created) WHERE status IN ('upcoming', 'running');
CREATE INDEX tournaments_over ON tournaments (ended) WHERE status NOT IN ('upcoming', 'running');
CREATE INDEX tournaments_of_player ON tournaments (creator);

-- Who takes part, numbered in the order of joining.
CREATE TABLE entries (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES players (id),
    -- The rating when the player joined, in a rated tournament in one game.
    rating INTEGER,
    -- in, paused or withdrawn.
    state TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX entries_of_player ON entries (player, tournament) WHERE player <> 'deleted';
-- For the check that nobody refers to a player who is deleted.
CREATE INDEX entries_by_player ON entries (player);

-- Who was paired with whom, by their numbers, in this order. A meeting is stored in the transaction in which its game begins.
CREATE TABLE meetings (
    tournament TEXT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    round INTEGER NOT NULL,
    white INTEGER NOT NULL,
    -- Without these two: a bye.
    black INTEGER,
    game TEXT REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (tournament, number)
) WITHOUT ROWID;

CREATE INDEX meetings_by_game ON meetings (game);

-- The tournament that a game belongs to.
ALTER TABLE games ADD COLUMN tournament TEXT;
