-- E-mail, and notices to devices. This text makes the same of a database of SQLite and of PostgreSQL.

-- Where an account gets e-mail, and which.
CREATE TABLE mail_addresses (
    player TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    -- Since when its owner has confirmed it.
    confirmed BIGINT,
    language TEXT NOT NULL,
    -- That it is the player's turn: at once, once a day or never; that games begin and end, and that time runs out: 1 or 0.
    turns TEXT NOT NULL,
    games BIGINT NOT NULL,
    deadlines BIGINT NOT NULL,
    -- The secret in each notice by which its reader wants no more of them.
    unsubscribe TEXT NOT NULL UNIQUE,
    -- No notice goes before this, and none of turns alone before that, if they go once a day.
    next BIGINT NOT NULL,
    digest BIGINT NOT NULL,
    -- How often sending has failed since a notice went.
    failed BIGINT NOT NULL
);

CREATE INDEX mail_addresses_by_lower_address ON mail_addresses (lower(address));

-- What players are to be notified of: what has happened in a game, and when; by e-mail ('mail') and on devices ('push'), each for
-- itself.
CREATE TABLE notices (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    way TEXT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (player, game, kind, way)
);

CREATE INDEX notices_of_game ON notices (game);
CREATE INDEX notices_due ON notices (way, due);

-- Letters with a link that wait to be sent. The secret of the link is made when the letter goes.
CREATE TABLE letters (
    id TEXT NOT NULL PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    language TEXT NOT NULL,
    created BIGINT NOT NULL,
    next BIGINT NOT NULL,
    failed BIGINT NOT NULL
);

CREATE INDEX letters_of_player ON letters (player);
CREATE INDEX letters_next ON letters (next);

-- Links that were sent: the hash of the secret, what it is for, and until when.
CREATE TABLE mail_links (
    token TEXT NOT NULL PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE INDEX mail_links_of_player ON mail_links (player);

-- Browsers that show notices also while no page is open: where their push service takes messages, and the keys for these. They go
-- with the session in which they were added.
CREATE TABLE push_devices (
    id TEXT NOT NULL PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    session TEXT NOT NULL REFERENCES sessions (token) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    public TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- Nothing goes there before this; how often sending has failed since something went.
    next BIGINT NOT NULL,
    failed BIGINT NOT NULL
);

CREATE INDEX push_devices_of_player ON push_devices (player);
CREATE INDEX push_devices_of_session ON push_devices (session);

-- Secrets that all servers on the database share.
CREATE TABLE server_keys (
    name TEXT NOT NULL PRIMARY KEY,
    key TEXT NOT NULL
);

-- Vacations of accounts: the clocks of their games with days for each move stand still meanwhile.
CREATE TABLE vacations (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (player, since)
);
