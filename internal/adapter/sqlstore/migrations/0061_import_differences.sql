-- What the rows of an imported file change, for people to read before it is applied. Only added to: a server of the
-- version before goes on working.
-- +goose Up

-- Whether somebody confirmed what a check had found.
ALTER TABLE import_jobs ADD COLUMN confirmed BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE import_differences (
    job_id       TEXT    NOT NULL,
    -- As in the spreadsheet.
    row_number   INTEGER NOT NULL CHECK (row_number > 0),
    product_id   TEXT    NOT NULL,
    code         TEXT    NOT NULL,
    english_name TEXT    NOT NULL,
    arabic_name  TEXT    NOT NULL,
    kind         TEXT    NOT NULL CHECK (kind IN ('new', 'changed', 'same')),
    -- The fields that change, comma-separated, and the stock of the product when they were first compared.
    fields       TEXT    NOT NULL,
    seen_stock   INTEGER NOT NULL,
    -- JSON: the values before and after.
    changes      TEXT    NOT NULL,
    PRIMARY KEY (job_id, row_number)
);
CREATE INDEX import_differences_by_kind ON import_differences (job_id, kind, row_number);
