-- Couriers' shifts: the cash in a courier's bag and the orders taken along. Only added to: a server of the version
-- before goes on working.
-- +goose Up

-- store_id is the id of a store, or 'house'; like courier_id it is no foreign key: who is gone keeps their past.
-- expected is the float and what was received, without the change that was given. Whoever adds a movement changes this
-- row in the same transaction, and only if the shift is not closed.
CREATE TABLE shifts (
    id                   TEXT    NOT NULL CONSTRAINT shifts_id_key PRIMARY KEY CHECK (id <> ''),
    store_id             TEXT    NOT NULL CHECK (store_id <> ''),
    courier_id           TEXT    NOT NULL CHECK (courier_id <> ''),
    state                TEXT    NOT NULL CHECK (state IN ('open', 'counted', 'closed')),
    opened_by            TEXT    NOT NULL,
    opened_at            BIGINT  NOT NULL,
    -- The number of the last movement.
    movements            INTEGER NOT NULL CHECK (movements >= 0),
    expected_usd_cents   BIGINT  NOT NULL,
    expected_lbp         BIGINT  NOT NULL,
    counted_usd_cents    BIGINT  NOT NULL DEFAULT 0 CHECK (counted_usd_cents >= 0),
    counted_lbp          BIGINT  NOT NULL DEFAULT 0 CHECK (counted_lbp >= 0),
    difference_usd_cents BIGINT  NOT NULL DEFAULT 0,
    difference_lbp       BIGINT  NOT NULL DEFAULT 0,
    reason               TEXT    NOT NULL DEFAULT '',
    counted_by           TEXT    NOT NULL DEFAULT '',
    counted_at           BIGINT  NOT NULL DEFAULT 0,
    signed_by            TEXT    NOT NULL DEFAULT '',
    closed_at            BIGINT  NOT NULL DEFAULT 0,
    CHECK (state = 'open' OR counted_usd_cents = expected_usd_cents + difference_usd_cents
        AND counted_lbp = expected_lbp + difference_lbp AND counted_at > 0),
    CHECK (state = 'open' OR difference_usd_cents = 0 AND difference_lbp = 0 OR reason <> ''),
    CHECK ((state = 'closed') = (closed_at > 0) AND (state = 'closed') = (signed_by <> '')),
    CHECK (signed_by <> courier_id)
);
CREATE UNIQUE INDEX shifts_store_id_courier_id_key ON shifts (store_id, courier_id) WHERE state <> 'closed';
CREATE INDEX shifts_by_store ON shifts (store_id, opened_at, id);
CREATE INDEX shifts_by_time ON shifts (opened_at, id);

-- Movements are only ever added. key is made by the device that sends the movement: what is sent twice is written once.
-- One key makes several rows, one of each kind and product.
CREATE TABLE shift_movements (
    shift_id   TEXT    NOT NULL REFERENCES shifts (id),
    number     INTEGER NOT NULL CHECK (number > 0),
    key        TEXT    NOT NULL CHECK (key <> ''),
    -- A hash of what was sent with the key.
    request    TEXT    NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('float', 'taken', 'delivered', 'received', 'change', 'undelivered',
        'returned', 'counted', 'difference', 'signed_off')),
    -- The fulfilment that it is about; place 0 is none.
    order_id   TEXT    NOT NULL DEFAULT '',
    place      INTEGER NOT NULL DEFAULT 0,
    -- What comes back to the store.
    product_id TEXT    NOT NULL DEFAULT '',
    pieces     INTEGER NOT NULL DEFAULT 0 CHECK (pieces >= 0),
    usd_cents  BIGINT  NOT NULL DEFAULT 0,
    lbp        BIGINT  NOT NULL DEFAULT 0,
    -- The rate that the order froze.
    lbp_per_usd BIGINT NOT NULL DEFAULT 0 CHECK (lbp_per_usd >= 0),
    reason     TEXT    NOT NULL DEFAULT '',
    actor_id   TEXT    NOT NULL,
    -- When it happened by the device's clock, and when it arrived.
    made_at    BIGINT  NOT NULL,
    at         BIGINT  NOT NULL,
    PRIMARY KEY (shift_id, number),
    CHECK (kind = 'difference' OR usd_cents >= 0 AND lbp >= 0)
);
CREATE UNIQUE INDEX shift_movements_shift_id_key_kind_product_id_key
    ON shift_movements (shift_id, key, kind, product_id);

-- The fulfilments that a courier took along, with what has to be collected for each.
CREATE TABLE shift_orders (
    shift_id    TEXT    NOT NULL REFERENCES shifts (id),
    order_id    TEXT    NOT NULL REFERENCES orders (id),
    place       INTEGER NOT NULL CHECK (place > 0),
    state       TEXT    NOT NULL CHECK (state IN ('out', 'delivered', 'undelivered')),
    due_cents   BIGINT  NOT NULL CHECK (due_cents >= 0),
    due_lbp     BIGINT  NOT NULL CHECK (due_lbp >= 0),
    lbp_per_usd BIGINT  NOT NULL CHECK (lbp_per_usd >= 0),
    PRIMARY KEY (shift_id, order_id, place)
);
-- One bag at a time.
CREATE UNIQUE INDEX shift_orders_order_id_place_key ON shift_orders (order_id, place) WHERE state = 'out';
