-- What workers search for. Its rows live for seconds, so it is no part of the schema that is brought up to date:
-- a table with other columns gets another name.
CREATE UNLOGGED TABLE IF NOT EXISTS engine_jobs (
    id BIGINT PRIMARY KEY,
    -- The server that waits for it, and its version.
    node TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Those of a lower rank come first.
    rank BIGINT NOT NULL,
    task TEXT NOT NULL,
    -- Milliseconds by the clock of the database, as all times here.
    asked BIGINT NOT NULL,
    wanted_until BIGINT NOT NULL,
    -- How often it was taken, and until when the last one who did has it.
    taken BIGINT NOT NULL DEFAULT 0,
    lease BIGINT NOT NULL DEFAULT 0,
    stopped BIGINT NOT NULL DEFAULT 0,
    found TEXT
);
CREATE INDEX IF NOT EXISTS engine_jobs_waiting ON engine_jobs (rank, asked) WHERE found IS NULL;
