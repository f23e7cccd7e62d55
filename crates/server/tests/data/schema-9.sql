-- A database of schema 9 with what that of schema 8 has, and a rating that the seek asks for.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1399875948;
PRAGMA user_version = 9;
BEGIN TRANSACTION;
CREATE TABLE accounts (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    player TEXT NOT NULL UNIQUE REFERENCES players (id),
    password TEXT NOT NULL,
    created INTEGER NOT NULL
, skeleton TEXT) WITHOUT ROWID;
INSERT INTO "accounts" VALUES('One','one','hash',1795377000000,'one');
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    what TEXT NOT NULL
);
CREATE TABLE blocks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    blocked TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    UNIQUE (player, blocked)
) WITHOUT ROWID;
INSERT INTO "blocks" VALUES('block','one','two',1795377000011);
CREATE TABLE definitions (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    created INTEGER NOT NULL
, used INTEGER NOT NULL DEFAULT 0, asked INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "definitions" VALUES('w-230bp8kymywd3e6wfxf77jqr1n','title "Two Rooks"
board files=4 ranks=4
piece "K" "King" royal=#true { step "radial" }
piece "R" "Rook" { slide "orthogonal" }
start "rk2/4/4/RK2"
',1795377000000,1795377000000,0);
CREATE TABLE former_names (
    -- What the name looks like.
    skeleton TEXT PRIMARY KEY,
    player TEXT REFERENCES players (id) ON DELETE CASCADE,
    -- When the account was given another name, by the clock that nobody sets.
    since INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "former_names" VALUES('uno','one',0);
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
, running TEXT, changed INTEGER NOT NULL DEFAULT 0, move_ms INTEGER, to_move TEXT, rated TEXT);
INSERT INTO "games" VALUES('running-1','chess','{}','Chess','rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1','friend',NULL,'one','two',NULL,'one',600000,3000,1795377000002,'playing',3,NULL,NULL,NULL,590000,580000,1795377000009,NULL,NULL,NULL,NULL,1795377000009,'black',0,NULL,'black',NULL);
INSERT INTO "games" VALUES('running-2','chess','{}','Chess','4k3/8/8/8/8/8/8/R3K2R b - - 0 1','self',NULL,'two','two',NULL,'two',600000,3000,1795377000003,'playing',2,NULL,NULL,NULL,590000,580000,1795377000008,NULL,NULL,NULL,NULL,1795377000008,'black',0,NULL,'black',NULL);
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);
INSERT INTO "heartbeat" VALUES(1,1795377000010);
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL, white_ms INTEGER, black_ms INTEGER,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO "moves" VALUES('running-1',1,'e2e4',1795377000004,NULL,NULL);
INSERT INTO "moves" VALUES('running-1',2,'e7e5',1795377000005,NULL,NULL);
INSERT INTO "moves" VALUES('running-1',3,'g1f3',1795377000006,NULL,NULL);
INSERT INTO "moves" VALUES('running-2',1,'e8d7',1795377000007,NULL,NULL);
INSERT INTO "moves" VALUES('running-2',2,'a1a7',1795377000008,NULL,NULL);
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
, barred INTEGER, seen INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "players" VALUES('deleted','deleted player',0,NULL,0);
INSERT INTO "players" VALUES('one','Guest ONE',1795377000000,NULL,0);
INSERT INTO "players" VALUES('two','Guest TWO',1795377000001,NULL,0);
CREATE TABLE published (
    definition TEXT PRIMARY KEY REFERENCES definitions (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    summary TEXT NOT NULL,
    -- When the game was published, and when this version of it.
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- Since when the server's keeper shows it no more.
    taken_down INTEGER
, shown INTEGER) WITHOUT ROWID;
INSERT INTO "published" VALUES('w-230bp8kymywd3e6wfxf77jqr1n','one','{"id":"w-230bp8kymywd3e6wfxf77jqr1n","title":"Two Rooks","summary":"","board":"4x4","dimensions":2,"cells":16,"hasRoyal":true,"hands":"none","pieceTypes":2,"movesAtStart":9}',1795377000012,1795377000013,NULL,1795377000012);
CREATE TABLE rated (
    game TEXT NOT NULL REFERENCES games (id),
    side TEXT NOT NULL,
    number INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES players (id),
    ladder TEXT NOT NULL,
    -- In halves of a point: 0, 1 or 2.
    score INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- Before the game; `at_before` is empty in a player's first one.
    points_before INTEGER NOT NULL,
    deviation_before INTEGER NOT NULL,
    volatility_before INTEGER NOT NULL,
    at_before INTEGER,
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;
CREATE TABLE ratings (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ladder TEXT NOT NULL,
    -- Hundredths of a point, volatilities millionths.
    points INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    -- When a game last counted.
    at INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (player, ladder)
) WITHOUT ROWID;
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    created INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO "reports" VALUES('report','one','two','running-1','name','Rude',1795377000012);
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- Which games, as JSON.
    wanted TEXT NOT NULL,
    -- The side of the player who seeks; empty: either.
    side TEXT,
    initial_ms INTEGER,
    increment_ms INTEGER,
    move_ms INTEGER,
    created INTEGER NOT NULL,
    -- The same by the clock of server_state.
    begun INTEGER NOT NULL
, rated INTEGER NOT NULL DEFAULT 0, least INTEGER, most INTEGER) WITHOUT ROWID;
INSERT INTO "seeks" VALUES('seek','one','{"group":"any"}',NULL,NULL,NULL,259200000,1795377000013,0,0,1200,NULL);
CREATE TABLE server_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    in_use INTEGER NOT NULL,
    probe INTEGER NOT NULL
, lived INTEGER NOT NULL DEFAULT 0);
INSERT INTO "server_state" VALUES(1,0,0,0);
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
, begun INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "sessions" VALUES('token','one',1795377000000,1795377000000,0,0);
CREATE TABLE spent (
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, who)
) WITHOUT ROWID;
CREATE INDEX games_unfinished ON games (creator) WHERE status <> 'finished';
CREATE INDEX sessions_of_player ON sessions (player);
CREATE UNIQUE INDEX accounts_by_skeleton ON accounts (skeleton);
CREATE INDEX games_public ON games (status, updated DESC, id DESC) WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_public_of_variant ON games (variant, status, updated DESC, id DESC)
    WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_of_creator ON games (creator);
CREATE INDEX games_of_definition ON games (variant) WHERE variant GLOB 'w-*';
CREATE INDEX blocks_of_blocked ON blocks (blocked);
CREATE INDEX reports_of_reporter ON reports (reporter);
CREATE INDEX reports_of_player ON reports (player);
CREATE INDEX published_by_age ON published (created DESC, definition DESC);
CREATE INDEX published_of_player ON published (player, created DESC, definition DESC);
CREATE INDEX sessions_by_sight ON sessions (seen);
CREATE INDEX players_by_sight ON players (seen);
CREATE INDEX games_of_white ON games (white, updated DESC, id DESC, status);
CREATE INDEX games_of_black ON games (black, updated DESC, id DESC, status);
CREATE INDEX games_of_white_by_variant ON games (white, variant, updated DESC, id DESC, status);
CREATE INDEX games_of_black_by_variant ON games (black, variant, updated DESC, id DESC, status);
CREATE INDEX games_going_of_white ON games (white, status, updated DESC, id DESC) WHERE status <> 'finished';
CREATE INDEX games_going_of_black ON games (black, status, updated DESC, id DESC) WHERE status <> 'finished';
CREATE INDEX former_names_of_player ON former_names (player, since);
CREATE INDEX published_by_showing ON published (shown DESC, definition DESC) WHERE shown IS NOT NULL;
CREATE INDEX games_by_fall ON games (running_since + iif(running = 'black', black_ms, white_ms))
    WHERE running_since IS NOT NULL;
CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX ratings_by_points ON ratings (ladder, points DESC);
CREATE INDEX rated_in_order ON rated (number);
CREATE INDEX rated_of_player ON rated (player, ladder, number);
COMMIT;
