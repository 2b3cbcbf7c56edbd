-- What a store holds, and products that their stores edit: what waits for approval beside the version on sale, what is
-- off sale, and what left the shop with its store. Only added to: a server of the version before goes on working.
-- +goose Up

ALTER TABLE stores ADD COLUMN arabic_name TEXT NOT NULL DEFAULT '';
ALTER TABLE stores ADD COLUMN whatsapp TEXT NOT NULL DEFAULT '';
ALTER TABLE stores ADD COLUMN legal_name TEXT NOT NULL DEFAULT '';
ALTER TABLE stores ADD COLUMN tax_no TEXT NOT NULL DEFAULT '';
-- JSON: [{"day", "from", "to"}], days from 1 (Monday) to 7, times as minutes after midnight; empty is not known.
ALTER TABLE stores ADD COLUMN opening_hours TEXT NOT NULL DEFAULT '';
-- Days on which it is closed, 2026-12-25, comma-separated.
ALTER TABLE stores ADD COLUMN holidays TEXT NOT NULL DEFAULT '';
-- When it was first approved; 0 is never. A rejected store that was approved before is suspended.
ALTER TABLE stores ADD COLUMN approved_at BIGINT NOT NULL DEFAULT 0;
UPDATE stores SET approved_at = created_at WHERE status = 'approved';

-- The licence of a store: number and document are sealed with the key ring of the cards, base64.
CREATE TABLE store_licences (
    store_id    TEXT    NOT NULL PRIMARY KEY REFERENCES stores (id) ON DELETE CASCADE,
    number      TEXT    NOT NULL DEFAULT '',
    document    TEXT    NOT NULL DEFAULT '',
    -- The media type of the document, empty without one.
    kind        TEXT    NOT NULL DEFAULT '',
    key_id      INTEGER NOT NULL,
    version     BIGINT  NOT NULL DEFAULT 1 CHECK (version > 0),
    updated_at  BIGINT  NOT NULL
);

-- Taken off sale by its store.
ALTER TABLE products ADD COLUMN off_sale BOOLEAN NOT NULL DEFAULT FALSE;
-- Out of the shop because its store is; it comes back with the store.
ALTER TABLE products ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
-- At how many pieces it is ordered again; 0 is the shop's own bound.
ALTER TABLE products ADD COLUMN reorder_level INTEGER NOT NULL DEFAULT 0 CHECK (reorder_level >= 0);
ALTER TABLE import_rows ADD COLUMN off_sale BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE import_rows ADD COLUMN withdrawn BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE import_rows ADD COLUMN reorder_level INTEGER NOT NULL DEFAULT 0;

-- Changes of a product on sale that wait for approval, or were rejected: at most one set of them a product.
CREATE TABLE product_revisions (
    product_id   TEXT   NOT NULL PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    -- The fields that change, comma-separated, and a product that has their new values, as JSON.
    fields       TEXT   NOT NULL CHECK (fields <> ''),
    content      TEXT   NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('pending', 'rejected')),
    note         TEXT   NOT NULL DEFAULT '',
    submitted_by TEXT   NOT NULL DEFAULT '',
    submitted_at BIGINT NOT NULL
);
CREATE INDEX product_revisions_by_status ON product_revisions (status, submitted_at, product_id);
