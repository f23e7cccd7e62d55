-- Definitions of the workshop that somebody has published, each with what the gallery tells of it, as JSON.
CREATE TABLE published (
    definition TEXT PRIMARY KEY REFERENCES definitions (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    summary TEXT NOT NULL,
    -- When the game was published, and when this version of it.
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    -- Since when the server's keeper shows it no more.
    taken_down INTEGER
) WITHOUT ROWID;

CREATE INDEX published_by_age ON published (created DESC, definition DESC);
CREATE INDEX published_of_player ON published (player, created DESC, definition DESC);
