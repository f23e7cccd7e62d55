-- A database of the first release (schema 1) with two games in which a clock runs.
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'begin','2026-11-22 19:55:45',1,X'4759C42C7B429020B05D1146D18B637B17FB5DD96A2A202F52223DFF61FF29E89D55CEF66C883660E9BDB870851F5F16',22807685);
CREATE TABLE accounts (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    player TEXT NOT NULL UNIQUE REFERENCES players (id),
    password TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "accounts" VALUES('Ada','yk1fttfc3cbgkvwzavxcw01r','$argon2id$v=19$m=19456,t=2,p=1$fx1rbiY9p80WI+SwwBcFUA$6YF9gYtiLiCY8VEQ8vOpvjalPiuelyi2nWyQFvHN7EE',1795377349572);
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
INSERT INTO "games" VALUES('m489jb7beqr7','chess','{}','Chess','rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1','self',NULL,'yk1fttfc3cbgkvwzavxcw01r','yk1fttfc3cbgkvwzavxcw01r',NULL,'yk1fttfc3cbgkvwzavxcw01r',NULL,NULL,1795377349073,'playing',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795377349073);
INSERT INTO "games" VALUES('6bczyymmn5ta','chess','{}','Chess','rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1','friend',NULL,'x3bat9dyhckmnaw16t6wd4nh',NULL,NULL,'x3bat9dyhckmnaw16t6wd4nh',NULL,NULL,1795377349800,'open',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795377349800);
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "players" VALUES('x3bat9dyhckmnaw16t6wd4nh','Guest X3BA',1795377349792);
INSERT INTO "players" VALUES('yk1fttfc3cbgkvwzavxcw01r','Ada',1795377349064);
CREATE INDEX games_by_update ON games (updated DESC);
CREATE INDEX games_of_white ON games (white, updated DESC);
CREATE INDEX games_of_black ON games (black, updated DESC);
CREATE INDEX games_unfinished ON games (creator) WHERE status <> 'finished';
CREATE INDEX games_running ON games (id) WHERE running_since IS NOT NULL;
COMMIT;
INSERT INTO players (id, name, created) VALUES ('one', 'Guest ONE', 1795377000000), ('two', 'Guest TWO', 1795377000001);
INSERT INTO games (id, variant, options, title, start, opponent, white, black, creator, initial_ms, increment_ms, created, status,
    plies, white_ms, black_ms, running_since, updated)
VALUES ('running-1', 'chess', '{}', 'Chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'friend', 'one', 'two', 'one',
    600000, 3000, 1795377000002, 'playing', 3, 590000, 580000, 1795377000009, 1795377000009),
    ('running-2', 'chess', '{}', 'Chess', '4k3/8/8/8/8/8/8/R3K2R b - - 0 1', 'self', 'two', 'two', 'two',
    600000, 3000, 1795377000003, 'playing', 2, 590000, 580000, 1795377000008, 1795377000008);
INSERT INTO moves (game, ply, text, at) VALUES ('running-1', 1, 'e2e4', 1795377000004), ('running-1', 2, 'e7e5', 1795377000005),
    ('running-1', 3, 'g1f3', 1795377000006), ('running-2', 1, 'e8d7', 1795377000007), ('running-2', 2, 'a1a7', 1795377000008);
INSERT INTO heartbeat (id, at) VALUES (1, 1795377000010) ON CONFLICT (id) DO UPDATE SET at = excluded.at;
