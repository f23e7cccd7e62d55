-- Times are milliseconds since 1970. Sides, states and kinds are words.

CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE accounts (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    player TEXT NOT NULL UNIQUE REFERENCES players (id),
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- Definitions made in the workshop; their ids tell their content.
CREATE TABLE definitions (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    variant TEXT NOT NULL,
    options TEXT NOT NULL,
    title TEXT NOT NULL,
    start TEXT NOT NULL,
    opponent TEXT NOT NULL,
    level INTEGER,
    -- Who sits where; an engine's seat and one that nobody has taken are empty.
    white TEXT REFERENCES players (id),
    black TEXT REFERENCES players (id),
    engine TEXT,
    creator TEXT NOT NULL REFERENCES players (id),
    initial_ms INTEGER,
    increment_ms INTEGER,
    created INTEGER NOT NULL,
    -- What changes while it is played.
    status TEXT NOT NULL,
    plies INTEGER NOT NULL,
    winner TEXT,
    reason TEXT,
    result TEXT,
    white_ms INTEGER,
    black_ms INTEGER,
    running_since INTEGER,
    draw_offer TEXT,
    takeback_offer TEXT,
    rematch_offer TEXT,
    next TEXT,
    updated INTEGER NOT NULL
);

CREATE INDEX games_by_update ON games (updated DESC);
CREATE INDEX games_of_white ON games (white, updated DESC);
CREATE INDEX games_of_black ON games (black, updated DESC);
CREATE INDEX games_unfinished ON games (creator) WHERE status <> 'finished';
CREATE INDEX games_running ON games (id) WHERE running_since IS NOT NULL;

CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;

-- One row: when the server was last known to run. No clock is charged for a time when it did not.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);
