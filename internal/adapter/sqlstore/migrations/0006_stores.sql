-- Stores, what was edited on products, and uploaded pictures. One text for SQLite and PostgreSQL:
-- see the rules at the top of db.go.
-- +goose Up

CREATE TABLE stores (
    id          TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    owner_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT   NOT NULL CHECK (name <> ''),
    -- The name as it is searched: lower case.
    name_fold   TEXT   NOT NULL,
    description TEXT   NOT NULL DEFAULT '',
    street      TEXT   NOT NULL CHECK (street <> ''),
    city        TEXT   NOT NULL CHECK (city <> ''),
    building    TEXT   NOT NULL CHECK (building <> ''),
    state       TEXT   NOT NULL CHECK (state <> ''),
    phone_nb    TEXT   NOT NULL CHECK (phone_nb <> ''),
    status      TEXT   NOT NULL CHECK (status IN ('approved', 'pending', 'rejected')),
    reason      TEXT   NOT NULL DEFAULT '',
    version     BIGINT NOT NULL DEFAULT 1 CHECK (version > 0),
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);
CREATE INDEX stores_by_owner ON stores (owner_id, created_at, id);
CREATE INDEX stores_by_status ON stores (status, created_at, id);
CREATE INDEX stores_by_time ON stores (created_at, id);

-- Which fields an edit changed to make a version, comma-separated; * is any of them. Versions that
-- are missing here moved the stock alone. Rows are forgotten after a while.
CREATE TABLE product_edits (
    product_id TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    fields     TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (product_id, version)
);
CREATE INDEX product_edits_by_age ON product_edits (at);

-- Pictures that people uploaded, by the hash of their renditions, and the hash of the file they
-- came from: the same file again costs nothing. touched_at is the last upload or the last time a
-- product took it; one that no product holds leaves a day later.
CREATE TABLE pictures (
    hash       TEXT   NOT NULL PRIMARY KEY,
    source     TEXT   NOT NULL,
    touched_at BIGINT NOT NULL,
    -- When the collector looks at it next.
    check_at   BIGINT NOT NULL
);
CREATE INDEX pictures_by_source ON pictures (source);
CREATE INDEX pictures_by_check ON pictures (check_at);
