-- The admin screens of the catalogue: imports of files, and what makes its figures quick. One text for SQLite and
-- PostgreSQL: see the rules at the top of db.go.
-- +goose Up

CREATE TABLE import_jobs (
    id            TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    kind          TEXT    NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
    dry_run       BOOLEAN NOT NULL,
    actor_id      TEXT    NOT NULL,
    attempt       INTEGER NOT NULL DEFAULT 0,
    total         INTEGER NOT NULL DEFAULT 0,
    done          INTEGER NOT NULL DEFAULT 0,
    created       INTEGER NOT NULL DEFAULT 0,
    updated       INTEGER NOT NULL DEFAULT 0,
    unchanged     INTEGER NOT NULL DEFAULT 0,
    problem_count INTEGER NOT NULL DEFAULT 0,
    -- JSON: the first problems
    problems      TEXT    NOT NULL DEFAULT '[]',
    -- Who works on it, and until when it is his, by the database's clock.
    lease_token   TEXT    NOT NULL DEFAULT '',
    lease_until   BIGINT  NOT NULL DEFAULT 0,
    created_at    BIGINT  NOT NULL,
    finished_at   BIGINT  NOT NULL DEFAULT 0
);
-- One at a time, whichever server is asked.
CREATE UNIQUE INDEX import_jobs_kind_key ON import_jobs (kind) WHERE state IN ('queued', 'running');
CREATE INDEX import_jobs_by_end ON import_jobs (finished_at);

-- The file of an import, compressed and in base64, in pieces.
CREATE TABLE import_files (
    job_id TEXT    NOT NULL,
    place  INTEGER NOT NULL,
    piece  TEXT    NOT NULL,
    put_at BIGINT  NOT NULL,
    PRIMARY KEY (job_id, place)
);

-- What an import is about to write: the columns of products, and what they are laid over.
CREATE TABLE import_rows (
    job_id              TEXT    NOT NULL,
    id                  TEXT    NOT NULL,
    code                TEXT    NOT NULL,
    english_name        TEXT    NOT NULL,
    arabic_name         TEXT    NOT NULL,
    english_description TEXT    NOT NULL,
    arabic_description  TEXT    NOT NULL,
    brand               TEXT    NOT NULL,
    category            TEXT    NOT NULL,
    price_cents         BIGINT  NOT NULL,
    discount            INTEGER NOT NULL,
    stock               INTEGER NOT NULL,
    max_per_order       INTEGER NOT NULL,
    images              TEXT    NOT NULL,
    active_ingredients  TEXT    NOT NULL,
    form                TEXT    NOT NULL,
    pack_size           TEXT    NOT NULL,
    english_usage       TEXT    NOT NULL,
    arabic_usage        TEXT    NOT NULL,
    english_warnings    TEXT    NOT NULL,
    arabic_warnings     TEXT    NOT NULL,
    store_id            TEXT,
    submitted_by        TEXT    NOT NULL,
    status              TEXT    NOT NULL,
    status_note         TEXT    NOT NULL,
    version             BIGINT  NOT NULL,
    created_at          BIGINT  NOT NULL,
    updated_at          BIGINT  NOT NULL,
    -- The version and the stock of the product when the row was read; version 0 is a new product.
    base_version        BIGINT  NOT NULL,
    base_stock          INTEGER NOT NULL,
    -- The fields that change, comma-separated.
    fields              TEXT    NOT NULL,
    PRIMARY KEY (job_id, id)
);

-- The overview sums up a month of orders without reading the orders themselves.
CREATE INDEX orders_sales ON orders (placed_at, status, total_cents);
