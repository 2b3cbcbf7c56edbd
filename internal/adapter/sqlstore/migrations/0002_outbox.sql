-- Work that follows a commit: see internal/outbox.
-- +goose Up
CREATE TABLE outbox (
    id          TEXT    NOT NULL PRIMARY KEY,
    kind        TEXT    NOT NULL,
    payload     TEXT    NOT NULL,
    attempt     INTEGER NOT NULL DEFAULT 0,
    created_at  BIGINT  NOT NULL,
    run_at      BIGINT  NOT NULL,
    lease_token TEXT    NOT NULL DEFAULT '',
    reason      TEXT    NOT NULL DEFAULT '',
    buried      BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX outbox_due ON outbox (run_at, id) WHERE NOT buried;
