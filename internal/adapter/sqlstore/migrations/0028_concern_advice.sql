-- The advice above the products of a concern, where the shop words it itself. Without a row the text that comes with
-- the program is shown; two empty texts show none. Only added to: a server of the version before goes on working.
-- +goose Up
CREATE TABLE concern_advice (
    concern    TEXT    NOT NULL PRIMARY KEY CHECK (concern <> ''),
    english    TEXT    NOT NULL,
    arabic     TEXT    NOT NULL,
    version    INTEGER NOT NULL CHECK (version > 0),
    changed_at BIGINT  NOT NULL,
    CHECK ((english = '') = (arabic = ''))
);
