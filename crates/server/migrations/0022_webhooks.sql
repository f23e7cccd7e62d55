-- Webhooks. This text makes the same of a database of SQLite and of PostgreSQL.

-- A site that hears of what happens in an account's games: of which events (words with spaces), and the secret by which it knows
-- who calls.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    events TEXT NOT NULL,
    created BIGINT NOT NULL,
    -- How many events there were; the last one has this number.
    number BIGINT NOT NULL,
    -- Nothing goes there before this; how often calling has failed since it last succeeded.
    next BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    -- When it was last called, and the status of the answer; empty: there was none.
    tried BIGINT,
    status BIGINT,
    -- Since when it is not called any more, having failed too often.
    stopped BIGINT
);

CREATE INDEX webhooks_of_player ON webhooks (player);

-- What waits to be sent there.
CREATE TABLE webhook_events (
    webhook TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (webhook, number)
);
