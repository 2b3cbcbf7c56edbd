-- Changes of many products at once, so that they can be undone for a while. Only added to: a server of the version
-- before goes on working.
-- +goose Up

CREATE TABLE bulk_edits (
    id        TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    -- The store whose products were changed, or 'house'; empty for an approval of products of any store.
    place     TEXT    NOT NULL,
    actor_id  TEXT    NOT NULL,
    made_at   BIGINT  NOT NULL,
    undone_at BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX bulk_edits_by_age ON bulk_edits (made_at);

CREATE TABLE bulk_edit_rows (
    edit_id      TEXT    NOT NULL REFERENCES bulk_edits (id),
    product_id   TEXT    NOT NULL,
    old_cents    BIGINT  NOT NULL,
    new_cents    BIGINT  NOT NULL,
    old_stock    INTEGER NOT NULL,
    new_stock    INTEGER NOT NULL,
    old_off_sale BOOLEAN NOT NULL,
    new_off_sale BOOLEAN NOT NULL,
    old_status   TEXT    NOT NULL,
    new_status   TEXT    NOT NULL,
    undone       BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (edit_id, product_id)
);
