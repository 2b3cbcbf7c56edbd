-- What products help with and whom they suit, the words that admins add to concerns, and what shoppers
-- searched for without an exact answer. Only added to: a server of the version before goes on working.
-- +goose Up

-- Keys, comma-separated, the most fitting first; empty is unknown.
ALTER TABLE products ADD COLUMN concerns TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN suits TEXT NOT NULL DEFAULT '';
ALTER TABLE import_rows ADD COLUMN concerns TEXT NOT NULL DEFAULT '';
ALTER TABLE import_rows ADD COLUMN suits TEXT NOT NULL DEFAULT '';

CREATE TABLE concern_words (
    word     TEXT   NOT NULL PRIMARY KEY CHECK (word <> ''),
    concern  TEXT   NOT NULL CHECK (concern <> ''),
    added_by TEXT   NOT NULL,
    added_at BIGINT NOT NULL
);

-- Counted per day; nothing says who searched.
CREATE TABLE search_misses (
    day   TEXT   NOT NULL,
    query TEXT   NOT NULL CHECK (query <> ''),
    match TEXT   NOT NULL,
    count BIGINT NOT NULL CHECK (count > 0),
    PRIMARY KEY (day, query, match)
);
