-- Two-factor codes of accounts. This text makes the same of a database of SQLite and of PostgreSQL.
CREATE TABLE two_factor (
    player TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    -- The secret that the owner's app makes codes of, in Base32.
    secret TEXT NOT NULL,
    -- The last step of 30 seconds whose code was taken: none is taken twice.
    used BIGINT NOT NULL,
    -- Hashes of the recovery codes that are left, with spaces between them.
    recovery TEXT NOT NULL
);
