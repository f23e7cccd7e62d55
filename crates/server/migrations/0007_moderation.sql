-- Names that accounts had: for a time nobody else takes one. Those that an administrator removed are nobody's.
CREATE TABLE former_names (
    -- What the name looks like.
    skeleton TEXT PRIMARY KEY,
    player TEXT REFERENCES players (id) ON DELETE CASCADE,
    -- When the account was given another name, by the clock that nobody sets.
    since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX former_names_of_player ON former_names (player, since);

-- Since when everybody sees a published game on the shelf: since somebody else first played it, or an administrator
-- approved it.
ALTER TABLE published ADD COLUMN shown INTEGER;
UPDATE published SET shown = created;
CREATE INDEX published_by_showing ON published (shown DESC, definition DESC) WHERE shown IS NOT NULL;
