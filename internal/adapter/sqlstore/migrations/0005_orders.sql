-- Orders, what they took from the stock, and payments on their way. One text for SQLite and
-- PostgreSQL: see the rules at the top of db.go.
-- +goose Up

CREATE TABLE orders (
    id              TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    number          TEXT   NOT NULL CONSTRAINT orders_number_key UNIQUE CHECK (number <> ''),
    -- NULL once the account was deleted.
    user_id         TEXT   REFERENCES users (id) ON DELETE SET NULL,
    -- One filling of a cart becomes one order, however often it is asked for.
    checkout_id     TEXT   NOT NULL CONSTRAINT orders_checkout_id_key UNIQUE,
    idempotency_key TEXT,
    request_hash    TEXT   NOT NULL,
    status          TEXT   NOT NULL CHECK (status IN ('placed', 'confirmed', 'preparing', 'out_for_delivery', 'delivered', 'cancelled')),
    subtotal_cents  BIGINT NOT NULL CHECK (subtotal_cents >= 0),
    fee_cents       BIGINT NOT NULL CHECK (fee_cents >= 0),
    total_cents     BIGINT NOT NULL,
    method          TEXT   NOT NULL CHECK (method IN ('card', 'cash')),
    transaction_id  TEXT   NOT NULL,
    last4           TEXT   NOT NULL DEFAULT '',
    card_brand      TEXT   NOT NULL DEFAULT '',
    phone           TEXT   NOT NULL DEFAULT '',
    -- JSON: where the order goes
    address         TEXT   NOT NULL,
    note            TEXT   NOT NULL DEFAULT '',
    version         BIGINT NOT NULL DEFAULT 1 CHECK (version > 0),
    placed_at       BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    CHECK (total_cents = subtotal_cents + fee_cents),
    CONSTRAINT orders_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key)
);
CREATE INDEX orders_by_user ON orders (user_id, placed_at, id);
CREATE INDEX orders_by_time ON orders (placed_at, id);
CREATE INDEX orders_by_status ON orders (status, placed_at, id);
CREATE INDEX orders_by_change ON orders (updated_at);

-- What was ordered, as it was then.
CREATE TABLE order_lines (
    order_id         TEXT    NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    place            INTEGER NOT NULL,
    product_id       TEXT    NOT NULL,
    code             TEXT    NOT NULL,
    english_name     TEXT    NOT NULL,
    arabic_name      TEXT    NOT NULL,
    brand            TEXT    NOT NULL,
    price_cents      BIGINT  NOT NULL CHECK (price_cents >= 0),
    discount         INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 100),
    unit_price_cents BIGINT  NOT NULL CHECK (unit_price_cents >= 0),
    quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
    -- JSON as in products
    images           TEXT    NOT NULL DEFAULT '[]',
    PRIMARY KEY (order_id, place)
);

CREATE TABLE order_history (
    id         TEXT    NOT NULL PRIMARY KEY,
    order_id   TEXT    NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    status     TEXT    NOT NULL,
    at         BIGINT  NOT NULL,
    actor_kind TEXT    NOT NULL CHECK (actor_kind IN ('customer', 'admin', 'system')),
    actor_id   TEXT    NOT NULL DEFAULT '',
    note       TEXT    NOT NULL DEFAULT '',
    CONSTRAINT order_history_order_id_place_key UNIQUE (order_id, place)
);

-- Every piece that left the stock for an order and every one that came back, each at most once.
-- The order may still be a reservation, or one that was released.
CREATE TABLE stock_ledger (
    order_id   TEXT    NOT NULL,
    product_id TEXT    NOT NULL,
    reason     TEXT    NOT NULL CHECK (reason IN ('taken', 'released', 'returned')),
    pieces     INTEGER NOT NULL CHECK (pieces <> 0 AND (pieces < 0) = (reason = 'taken')),
    at         BIGINT  NOT NULL,
    PRIMARY KEY (order_id, product_id, reason)
);
CREATE INDEX stock_ledger_by_product ON stock_ledger (product_id, at);

-- Stock held while a card is being charged. A row leaves when it becomes an order or is released.
CREATE TABLE reservations (
    id              TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    -- Not a foreign key: the pieces must come back even when the account goes meanwhile.
    user_id         TEXT   NOT NULL,
    cart_id         TEXT   NOT NULL,
    checkout_id     TEXT   NOT NULL CONSTRAINT reservations_checkout_id_key UNIQUE,
    idempotency_key TEXT,
    request_hash    TEXT   NOT NULL,
    method          TEXT   NOT NULL,
    last4           TEXT   NOT NULL,
    card_brand      TEXT   NOT NULL,
    -- JSON: the order to be
    draft           TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    CONSTRAINT reservations_user_id_idempotency_key_key UNIQUE (user_id, idempotency_key)
);
CREATE INDEX reservations_by_age ON reservations (created_at);

-- What the sandbox of the payments remembers; no money moves.
CREATE TABLE sandbox_payments (
    payment_key    TEXT   NOT NULL PRIMARY KEY,
    outcome        TEXT   NOT NULL CHECK (outcome IN ('approved', 'declined', 'voided')),
    transaction_id TEXT   NOT NULL,
    amount_cents   BIGINT NOT NULL,
    at             BIGINT NOT NULL
);
