-- The schema as the steps for SQLite make it, up to the fourteenth; docs/operate/postgresql.md. Texts are compared byte by byte, as
-- SQLite does it. What the tables and columns mean is said in the steps for SQLite.

CREATE TABLE spielraum_schema (
    version BIGINT NOT NULL
);

CREATE TABLE players (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    barred BIGINT,
    seen BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE accounts (
    name TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES players (id),
    password TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    skeleton TEXT COLLATE "C"
);

CREATE TABLE definitions (
    id TEXT COLLATE "C" PRIMARY KEY,
    text TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL DEFAULT 0,
    asked BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    variant TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    start TEXT COLLATE "C" NOT NULL,
    opponent TEXT COLLATE "C" NOT NULL,
    level BIGINT,
    white TEXT COLLATE "C" REFERENCES players (id),
    black TEXT COLLATE "C" REFERENCES players (id),
    engine TEXT COLLATE "C",
    creator TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    initial_ms BIGINT,
    increment_ms BIGINT,
    created BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    plies BIGINT NOT NULL,
    winner TEXT COLLATE "C",
    reason TEXT COLLATE "C",
    result TEXT COLLATE "C",
    white_ms BIGINT,
    black_ms BIGINT,
    running_since BIGINT,
    draw_offer TEXT COLLATE "C",
    takeback_offer TEXT COLLATE "C",
    rematch_offer TEXT COLLATE "C",
    next TEXT COLLATE "C",
    updated BIGINT NOT NULL,
    running TEXT COLLATE "C",
    changed BIGINT NOT NULL DEFAULT 0,
    move_ms BIGINT,
    to_move TEXT COLLATE "C",
    rated TEXT COLLATE "C",
    tournament TEXT COLLATE "C"
);

CREATE TABLE moves (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply BIGINT NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    white_ms BIGINT,
    black_ms BIGINT,
    PRIMARY KEY (game, ply)
);

CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

CREATE TABLE sessions (
    token TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL,
    begun BIGINT NOT NULL DEFAULT 0,
    seen BIGINT NOT NULL DEFAULT 0,
    scopes TEXT COLLATE "C",
    name TEXT COLLATE "C"
);

CREATE TABLE server_state (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    in_use BIGINT NOT NULL,
    probe BIGINT NOT NULL,
    lived BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE blocks (
    id TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    blocked TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    UNIQUE (player, blocked)
);

CREATE TABLE reports (
    id TEXT COLLATE "C" PRIMARY KEY,
    reporter TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    text TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL
);

CREATE TABLE spent (
    kind TEXT COLLATE "C" NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (kind, who)
);

CREATE TABLE published (
    definition TEXT COLLATE "C" PRIMARY KEY REFERENCES definitions (id) ON DELETE CASCADE,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    summary TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    taken_down BIGINT,
    shown BIGINT
);

CREATE TABLE former_names (
    skeleton TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" REFERENCES players (id) ON DELETE CASCADE,
    since BIGINT NOT NULL
);

CREATE TABLE seeks (
    id TEXT COLLATE "C" PRIMARY KEY,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    wanted TEXT COLLATE "C" NOT NULL,
    side TEXT COLLATE "C",
    initial_ms BIGINT,
    increment_ms BIGINT,
    move_ms BIGINT,
    created BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    rated BIGINT NOT NULL DEFAULT 0,
    least BIGINT,
    most BIGINT
);

CREATE TABLE ratings (
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    ladder TEXT COLLATE "C" NOT NULL,
    points BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    at BIGINT NOT NULL,
    won BIGINT NOT NULL,
    drawn BIGINT NOT NULL,
    lost BIGINT NOT NULL,
    PRIMARY KEY (player, ladder)
);

CREATE TABLE rated (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    side TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    ladder TEXT COLLATE "C" NOT NULL,
    score BIGINT NOT NULL,
    at BIGINT NOT NULL,
    points_before BIGINT NOT NULL,
    deviation_before BIGINT NOT NULL,
    volatility_before BIGINT NOT NULL,
    at_before BIGINT,
    points BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    PRIMARY KEY (game, side)
);

CREATE TABLE plans (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    lines TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE TABLE notes (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    text TEXT COLLATE "C" NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (game, player)
);

CREATE TABLE chat (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    text TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, channel, number)
);

CREATE TABLE tournaments (
    id TEXT COLLATE "C" PRIMARY KEY,
    creator TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    title TEXT COLLATE "C" NOT NULL,
    form TEXT COLLATE "C" NOT NULL,
    wanted TEXT COLLATE "C" NOT NULL,
    start TEXT COLLATE "C" NOT NULL,
    initial_ms BIGINT,
    increment_ms BIGINT,
    move_ms BIGINT,
    rated BIGINT NOT NULL,
    most BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    round BIGINT NOT NULL,
    created BIGINT NOT NULL,
    begun BIGINT,
    ended BIGINT
);

CREATE TABLE entries (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    player TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    rating BIGINT,
    state TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE TABLE meetings (
    tournament TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    round BIGINT NOT NULL,
    white BIGINT NOT NULL,
    black BIGINT,
    game TEXT COLLATE "C" REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX games_unfinished ON games (creator) WHERE status <> 'finished';
CREATE INDEX sessions_of_player ON sessions (player);
CREATE UNIQUE INDEX accounts_by_skeleton ON accounts (skeleton);
CREATE INDEX games_public ON games (status, updated DESC, id DESC) WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_public_of_variant ON games (variant, status, updated DESC, id DESC)
    WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_of_creator ON games (creator);
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
CREATE INDEX seeks_of_player ON seeks (player);
CREATE INDEX ratings_by_points ON ratings (ladder, points DESC);
CREATE INDEX rated_in_order ON rated (number);
CREATE INDEX rated_of_player ON rated (player, ladder, number);
CREATE INDEX plans_of_player ON plans (player);
CREATE INDEX notes_of_player ON notes (player);
CREATE INDEX chat_of_player ON chat (player);
CREATE INDEX tournaments_open ON tournaments (created) WHERE status IN ('upcoming', 'running');
CREATE INDEX tournaments_over ON tournaments (ended) WHERE status NOT IN ('upcoming', 'running');
CREATE INDEX tournaments_of_player ON tournaments (creator);
CREATE UNIQUE INDEX entries_of_player ON entries (player, tournament) WHERE player <> 'deleted';
CREATE INDEX entries_by_player ON entries (player);
CREATE INDEX meetings_by_game ON meetings (game);
CREATE INDEX games_by_fall ON games ((running_since + CASE running WHEN 'black' THEN black_ms ELSE white_ms END))
    WHERE running_since IS NOT NULL;
CREATE INDEX games_of_definition ON games (variant) WHERE substr(variant, 1, 2) = 'w-';
CREATE UNIQUE INDEX accounts_by_lower_name ON accounts (lower(name));

INSERT INTO players (id, name, created) VALUES ('deleted', 'deleted player', 0);
INSERT INTO server_state (id, in_use, probe) VALUES (1, 0, 0);
