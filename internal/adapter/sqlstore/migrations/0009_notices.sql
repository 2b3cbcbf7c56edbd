-- Texts that a shop words itself: see internal/notices.
-- +goose Up
CREATE TABLE notices (
    name       TEXT    NOT NULL PRIMARY KEY,
    english    TEXT    NOT NULL CHECK (english <> ''),
    arabic     TEXT    NOT NULL CHECK (arabic <> ''),
    version    INTEGER NOT NULL CHECK (version > 0),
    changed_at BIGINT  NOT NULL
);
