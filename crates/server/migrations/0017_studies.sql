-- Studies. This text makes the same of a database of SQLite and of PostgreSQL.
CREATE TABLE studies (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    -- public, unlisted or private.
    visibility TEXT NOT NULL,
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL
);

CREATE INDEX studies_public ON studies (changed) WHERE visibility = 'public';
CREATE INDEX studies_of_owner ON studies (owner);

-- Who besides the owner may see a study (read) or change it (write).
CREATE TABLE study_members (
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (study, player)
);

CREATE INDEX study_members_by_player ON study_members (player);

-- The chapters of a study, in the order of their places.
CREATE TABLE chapters (
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    place BIGINT NOT NULL,
    title TEXT NOT NULL,
    variant TEXT NOT NULL,
    -- Options of the game, as JSON.
    options TEXT NOT NULL,
    fen TEXT NOT NULL,
    -- Its moves with what is written about them, as JSON, with this many changes made.
    nodes TEXT NOT NULL,
    folded BIGINT NOT NULL,
    -- How many changes there were; those that are not in `nodes` are in `chapter_edits`.
    edits BIGINT NOT NULL,
    PRIMARY KEY (study, number)
);

CREATE INDEX chapters_of_variant ON chapters (variant);

-- Changes of a chapter, numbered in their order, as JSON.
CREATE TABLE chapter_edits (
    study TEXT NOT NULL,
    chapter BIGINT NOT NULL,
    number BIGINT NOT NULL,
    change TEXT NOT NULL,
    PRIMARY KEY (study, chapter, number),
    FOREIGN KEY (study, chapter) REFERENCES chapters (study, number) ON DELETE CASCADE
);
