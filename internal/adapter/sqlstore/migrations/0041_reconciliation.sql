-- Comparisons of the shop's card payments with the gateway's. Only added to: a server of the version before goes on
-- working.
-- +goose Up

CREATE TABLE reconcile_runs (
    id          TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    source      TEXT    NOT NULL CHECK (source IN ('gateway', 'file')),
    from_at     BIGINT  NOT NULL,
    until_at    BIGINT  NOT NULL,
    created_at  BIGINT  NOT NULL,
    -- 0 while it waits
    done_at     BIGINT  NOT NULL DEFAULT 0,
    checked     INTEGER NOT NULL DEFAULT 0,
    found       INTEGER NOT NULL DEFAULT 0,
    -- JSON
    differences TEXT    NOT NULL DEFAULT '[]'
);
CREATE INDEX reconcile_runs_waiting ON reconcile_runs (created_at) WHERE done_at = 0;
CREATE INDEX payment_attempts_by_time ON payment_attempts (gateway, created_at);
