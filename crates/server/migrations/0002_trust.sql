-- Who is logged in where. Only hashes of what the browsers hold are kept.
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX sessions_of_player ON sessions (player);
CREATE INDEX sessions_by_use ON sessions (used);
CREATE INDEX players_by_age ON players (created);

-- What a name looks like; two accounts never look alike. Empty for those of before that did.
ALTER TABLE accounts ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX accounts_by_skeleton ON accounts (skeleton);

-- When a definition was last asked for; those that no game needs are removed some time after.
ALTER TABLE definitions ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE definitions SET used = created;

-- The archive's pages: everything that is filtered by stands in the index.
DROP INDEX games_by_update;
DROP INDEX games_of_white;
DROP INDEX games_of_black;
CREATE INDEX games_public ON games (status, updated DESC, id DESC) WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_public_of_variant ON games (variant, status, updated DESC, id DESC)
    WHERE opponent = 'friend' AND status <> 'open';
CREATE INDEX games_of_white ON games (white, updated DESC, id DESC, variant, status);
CREATE INDEX games_of_black ON games (black, updated DESC, id DESC, variant, status);
CREATE INDEX games_of_creator ON games (creator);
CREATE INDEX games_of_definition ON games (variant) WHERE variant GLOB 'w-*';

-- One row: whether a server has the database open, and the number of the last transaction.
CREATE TABLE server_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    in_use INTEGER NOT NULL,
    probe INTEGER NOT NULL
);
INSERT INTO server_state (id, in_use, probe) VALUES (1, 0, 0);
