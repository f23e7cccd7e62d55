-- Whether people who play each other have agreed to get hints and see threats.
ALTER TABLE games ADD COLUMN help BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seeks ADD COLUMN help BIGINT NOT NULL DEFAULT 0;
