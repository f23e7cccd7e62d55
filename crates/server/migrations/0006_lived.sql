-- How long servers have run on this database, all their runs together, in milliseconds. Nobody sets this clock: what is
-- removed for its age is older by it. The columns below are points in time of this clock; what was there before counts
-- as seen when it began.
ALTER TABLE server_state ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;

-- When somebody was last here; when a session began, and was last used; when a definition was last asked for; when a
-- game was begun, or a move last made in it or taken back.
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE definitions ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;

DROP INDEX sessions_by_use;
DROP INDEX players_by_age;
CREATE INDEX sessions_by_sight ON sessions (seen);
CREATE INDEX players_by_sight ON players (seen);

-- What the clocks showed after a move, when that of the next side was set going; empty where that is not known.
ALTER TABLE moves ADD COLUMN white_ms INTEGER;
ALTER TABLE moves ADD COLUMN black_ms INTEGER;

-- The archive's pages of one player: each way of filtering them is answered from one place of an index on.
DROP INDEX games_of_white;
DROP INDEX games_of_black;
CREATE INDEX games_of_white ON games (white, updated DESC, id DESC, status);
CREATE INDEX games_of_black ON games (black, updated DESC, id DESC, status);
CREATE INDEX games_of_white_by_variant ON games (white, variant, updated DESC, id DESC, status);
CREATE INDEX games_of_black_by_variant ON games (black, variant, updated DESC, id DESC, status);
CREATE INDEX games_going_of_white ON games (white, status, updated DESC, id DESC) WHERE status <> 'finished';
CREATE INDEX games_going_of_black ON games (black, status, updated DESC, id DESC) WHERE status <> 'finished';
