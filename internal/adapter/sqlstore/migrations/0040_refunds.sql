-- Money that goes back for card orders. Only added to: a server of the version before goes on working.
-- +goose Up

CREATE TABLE refunds (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    order_id     TEXT    NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    amount_cents BIGINT  NOT NULL CHECK (amount_cents > 0),
    currency     TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    -- JSON: the products that it is for
    lines        TEXT    NOT NULL DEFAULT '[]',
    delivery     BOOLEAN NOT NULL DEFAULT FALSE,
    state        TEXT    NOT NULL CHECK (state IN ('pending', 'done', 'failed', 'manual')),
    -- What the gateway refused is asked for again under another name.
    round        INTEGER NOT NULL DEFAULT 1,
    tries        INTEGER NOT NULL DEFAULT 0,
    problem      TEXT    NOT NULL DEFAULT '',
    actor_id     TEXT    NOT NULL,
    created_at   BIGINT  NOT NULL,
    ended_at     BIGINT  NOT NULL DEFAULT 0,
    -- When to ask the gateway next; 0 is never.
    look_at      BIGINT  NOT NULL,
    -- Whether the ledger has it.
    followed     BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX refunds_by_order ON refunds (order_id, created_at, id);
CREATE INDEX refunds_due ON refunds (look_at) WHERE look_at > 0;
CREATE INDEX refunds_to_follow ON refunds (ended_at) WHERE ended_at > 0 AND NOT followed;
