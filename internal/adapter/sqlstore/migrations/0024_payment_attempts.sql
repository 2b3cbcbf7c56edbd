-- Attempts to pay by card: what was asked for, how far it has come, what was taken and given back. Only added to: a
-- server of the version before goes on working.
-- +goose Up
CREATE TABLE payment_attempts (
    -- The gateway's key, and the id of the reservation and of the order that it becomes.
    id             TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    -- Not a foreign key: the money must be found even when the account goes meanwhile.
    user_id        TEXT    NOT NULL,
    gateway        TEXT    NOT NULL CHECK (gateway <> ''),
    hosted         BOOLEAN NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('open', 'confirmed', 'released', 'closed')),
    reason         TEXT    NOT NULL DEFAULT '',
    amount_cents   BIGINT  NOT NULL CHECK (amount_cents >= 0),
    currency       TEXT    NOT NULL,
    -- JSON: the gateway's page, while the attempt is open
    handoff        TEXT    NOT NULL DEFAULT '',
    captured_cents BIGINT  NOT NULL DEFAULT 0 CHECK (captured_cents >= 0),
    refunded_cents BIGINT  NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
    expires_at     BIGINT  NOT NULL,
    -- When to ask the gateway next; 0 is never.
    lookup_at      BIGINT  NOT NULL,
    looked_at      BIGINT  NOT NULL DEFAULT 0,
    lookups        INTEGER NOT NULL DEFAULT 0,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    CHECK (refunded_cents <= captured_cents)
);
CREATE INDEX payment_attempts_due ON payment_attempts (gateway, lookup_at) WHERE lookup_at > 0;

-- Orders that were paid before: nothing but the sandbox has taken cards so far.
INSERT INTO payment_attempts (id, user_id, gateway, hosted, state, amount_cents, currency, captured_cents,
    refunded_cents, expires_at, lookup_at, created_at, updated_at)
SELECT id, COALESCE(user_id, ''), 'sandbox', FALSE, 'confirmed', total_cents, 'USD', total_cents,
    CASE WHEN status = 'cancelled' THEN total_cents ELSE 0 END, placed_at, 0, placed_at, placed_at
FROM orders WHERE method = 'card';

-- What the sandbox gave back, and the sessions of its own page.
ALTER TABLE sandbox_payments ADD COLUMN refunded_cents BIGINT NOT NULL DEFAULT 0;
CREATE TABLE sandbox_refunds (
    payment_key  TEXT   NOT NULL,
    refund_id    TEXT   NOT NULL,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (payment_key, refund_id)
);
CREATE TABLE sandbox_sessions (
    payment_key TEXT NOT NULL PRIMARY KEY CHECK (payment_key <> ''),
    -- JSON
    session     TEXT NOT NULL
);
