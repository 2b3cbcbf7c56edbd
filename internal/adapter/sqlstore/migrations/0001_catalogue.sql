-- The catalogue. One text for SQLite and PostgreSQL: see the rules at the top of db.go.
-- +goose Up
CREATE TABLE products (
    id                  TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    code                TEXT    NOT NULL CHECK (code <> ''),
    english_name        TEXT    NOT NULL,
    arabic_name         TEXT    NOT NULL,
    english_description TEXT    NOT NULL,
    arabic_description  TEXT    NOT NULL,
    brand               TEXT    NOT NULL CHECK (brand <> ''),
    category            TEXT    NOT NULL CHECK (category IN ('pain_killers', 'vitamins', 'colds', 'body_care', 'hygiene', 'first_aid')),
    price_cents         BIGINT  NOT NULL CHECK (price_cents > 0),
    discount            INTEGER NOT NULL DEFAULT 0 CHECK (discount BETWEEN 0 AND 100),
    stock               INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
    max_per_order       INTEGER NOT NULL DEFAULT 0 CHECK (max_per_order >= 0),
    -- JSON: [{"hash", "english_alt", "arabic_alt"}], the first is the one on the card
    images              TEXT    NOT NULL DEFAULT '[]',
    -- JSON: [{"name", "arabic_name", "strength"}]
    active_ingredients  TEXT    NOT NULL DEFAULT '[]',
    form                TEXT    NOT NULL DEFAULT '',
    pack_size           TEXT    NOT NULL DEFAULT '',
    english_usage       TEXT    NOT NULL DEFAULT '',
    arabic_usage        TEXT    NOT NULL DEFAULT '',
    english_warnings    TEXT    NOT NULL DEFAULT '',
    arabic_warnings     TEXT    NOT NULL DEFAULT '',
    store_id            TEXT,
    submitted_by        TEXT    NOT NULL DEFAULT '',
    status              TEXT    NOT NULL CHECK (status IN ('approved', 'pending', 'rejected')),
    status_note         TEXT    NOT NULL DEFAULT '',
    version             BIGINT  NOT NULL DEFAULT 1 CHECK (version > 0),
    created_at          BIGINT  NOT NULL,
    updated_at          BIGINT  NOT NULL
);

-- An item code names one product on sale; what waits for approval may still repeat it.
CREATE UNIQUE INDEX products_code_key ON products (code) WHERE status = 'approved';
CREATE INDEX products_by_status ON products (status, created_at, id);
CREATE INDEX products_by_store ON products (store_id, created_at, id) WHERE store_id IS NOT NULL;
CREATE INDEX products_by_submitter ON products (submitted_by, created_at, id) WHERE submitted_by <> '';

-- Which products a transaction touched, for the servers that keep the catalogue in memory.
-- The mark orders transactions (see engine.mark in db.go).
CREATE TABLE product_changes (
    mark       BIGINT NOT NULL,
    product_id TEXT   NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (mark, product_id)
);
CREATE INDEX product_changes_by_age ON product_changes (changed_at);
