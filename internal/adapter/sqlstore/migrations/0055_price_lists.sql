-- Official price lists: what a file would change, what was approved, and what became of it. Only added to: a server of
-- the version before goes on working.
-- +goose Up

CREATE TABLE price_lists (
    id          TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    state       TEXT    NOT NULL CHECK (state IN ('loading', 'compared', 'scheduled', 'applied', 'cancelled')),
    file_name   TEXT    NOT NULL DEFAULT '',
    source      TEXT    NOT NULL CHECK (source <> ''),
    created_by  TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    row_count   INTEGER NOT NULL CHECK (row_count >= 0),
    same        INTEGER NOT NULL CHECK (same >= 0),
    changed     INTEGER NOT NULL CHECK (changed >= 0),
    suspicious  INTEGER NOT NULL CHECK (suspicious >= 0),
    unmatched   INTEGER NOT NULL CHECK (unmatched >= 0),
    problems    INTEGER NOT NULL CHECK (problems >= 0),
    missing     INTEGER NOT NULL CHECK (missing >= 0),
    approved_by TEXT    NOT NULL DEFAULT '',
    -- By the clock of the database; 0 is not decided.
    apply_at    BIGINT  NOT NULL DEFAULT 0,
    done_at     BIGINT  NOT NULL DEFAULT 0,
    written     INTEGER NOT NULL DEFAULT 0,
    skipped     INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT price_lists_moment CHECK (state NOT IN ('scheduled', 'applied') OR apply_at > 0)
);
CREATE INDEX price_lists_due ON price_lists (apply_at) WHERE state = 'scheduled';

CREATE TABLE price_list_rows (
    list_id      TEXT    NOT NULL REFERENCES price_lists (id),
    -- As in the spreadsheet; 0 is a medicine of the shop that the list does not name.
    number       INTEGER NOT NULL CHECK (number >= 0),
    -- Empty where no product belongs to the row.
    product_id   TEXT    NOT NULL DEFAULT '',
    kind         TEXT    NOT NULL CHECK (kind IN ('changed', 'unmatched', 'problem', 'missing')),
    registration TEXT    NOT NULL DEFAULT '',
    barcode      TEXT    NOT NULL DEFAULT '',
    name         TEXT    NOT NULL DEFAULT '',
    old_lbp      BIGINT  NOT NULL DEFAULT 0 CHECK (old_lbp >= 0),
    new_lbp      BIGINT  NOT NULL DEFAULT 0 CHECK (new_lbp >= 0),
    valid_from   TEXT    NOT NULL DEFAULT '',
    suspicious   BOOLEAN NOT NULL DEFAULT FALSE,
    accepted     BOOLEAN NOT NULL DEFAULT FALSE,
    code         TEXT    NOT NULL DEFAULT '',
    value        TEXT    NOT NULL DEFAULT '',
    -- Empty is a row that nobody approved.
    state        TEXT    NOT NULL DEFAULT '' CHECK (state IN ('', 'planned', 'applied', 'skipped')),
    PRIMARY KEY (list_id, number, product_id),
    -- A suspicious price is applied only with its tick.
    CONSTRAINT price_list_rows_tick CHECK (state IN ('', 'skipped') OR NOT suspicious OR accepted),
    CONSTRAINT price_list_rows_change CHECK (state = '' OR kind = 'changed' AND product_id <> '' AND new_lbp > 0)
);
CREATE INDEX price_list_rows_planned ON price_list_rows (list_id, product_id) WHERE state = 'planned';
CREATE INDEX price_list_rows_by_kind ON price_list_rows (list_id, kind, number);

-- The headings of the columns, as they were chosen last.
CREATE TABLE price_list_mapping (
    field   TEXT NOT NULL PRIMARY KEY CHECK (field IN ('registration', 'barcode', 'name', 'price', 'date')),
    heading TEXT NOT NULL CHECK (heading <> '')
);
