-- Fulfilments: the part of an order that one store prepares and delivers. Only added to: a server of the version before
-- goes on working; an order that it writes has no fulfilment and is read as one of the house.
-- +goose Up

-- store_id is the id of a store, or 'house'. It is no foreign key: a store that is gone keeps its past.
CREATE TABLE fulfilments (
    order_id       TEXT    NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
    place          INTEGER NOT NULL CHECK (place > 0),
    store_id       TEXT    NOT NULL CHECK (store_id <> ''),
    status         TEXT    NOT NULL CHECK (status IN ('placed', 'confirmed', 'preparing', 'out_for_delivery',
        'delivery_failed', 'delivered', 'cancelled', 'returned')),
    subtotal_cents BIGINT  NOT NULL CHECK (subtotal_cents >= 0),
    fee_cents      BIGINT  NOT NULL CHECK (fee_cents >= 0),
    total_cents    BIGINT  NOT NULL,
    -- JSON: where it goes; empty is the order's own address.
    address        TEXT    NOT NULL DEFAULT '',
    staff_note     TEXT    NOT NULL DEFAULT '',
    version        BIGINT  NOT NULL DEFAULT 1 CHECK (version > 0),
    placed_at      BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    PRIMARY KEY (order_id, place),
    CHECK (total_cents = subtotal_cents + fee_cents)
);
CREATE INDEX fulfilments_by_store ON fulfilments (store_id, placed_at, order_id);
CREATE INDEX fulfilments_by_status ON fulfilments (store_id, status, placed_at);

-- The place of the fulfilment that a line belongs to, and the pieces that the store does not have after all.
ALTER TABLE order_lines ADD COLUMN fulfilment INTEGER NOT NULL DEFAULT 1 CHECK (fulfilment > 0);
ALTER TABLE order_lines ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed >= 0 AND removed <= quantity);

-- The fulfilment that a step moved; 0 is all of them. The step that places an order is not written any more: the
-- order's own row says it.
ALTER TABLE order_history ADD COLUMN fulfilment INTEGER NOT NULL DEFAULT 0 CHECK (fulfilment >= 0);
ALTER TABLE order_history ADD COLUMN undone BOOLEAN NOT NULL DEFAULT FALSE;

-- Statuses that orders.status does not know: it then holds the nearest one that it does.
ALTER TABLE orders ADD COLUMN status_detail TEXT NOT NULL DEFAULT ''
    CHECK (status_detail IN ('', 'delivery_failed', 'returned'));
-- The id of the last change: one whose COMMIT was never answered is looked up by it.
ALTER TABLE orders ADD COLUMN last_change TEXT NOT NULL DEFAULT '';
-- The customer's name as it is searched: in lower case. Orders from before have none.
ALTER TABLE orders ADD COLUMN name_fold TEXT NOT NULL DEFAULT '';

-- Which fulfilment each line of a past order belongs to: one for each store that sells the products today.
CREATE TABLE dividing_lines (
    order_id TEXT NOT NULL, place INTEGER NOT NULL, fulfilment INTEGER NOT NULL, store_id TEXT NOT NULL,
    cents BIGINT NOT NULL, PRIMARY KEY (order_id, place)
);
INSERT INTO dividing_lines (order_id, place, fulfilment, store_id, cents)
SELECT order_id, place, dense_rank() OVER (PARTITION BY order_id ORDER BY store_id), store_id, cents
FROM (SELECT l.order_id, l.place, coalesce(nullif(p.store_id, ''), 'house') AS store_id,
        l.unit_price_cents * l.quantity AS cents
    FROM order_lines l LEFT JOIN products p ON p.id = l.product_id) sold;
UPDATE order_lines SET fulfilment = (SELECT d.fulfilment FROM dividing_lines d
    WHERE d.order_id = order_lines.order_id AND d.place = order_lines.place)
WHERE EXISTS (SELECT 1 FROM dividing_lines d
    WHERE d.order_id = order_lines.order_id AND d.place = order_lines.place AND d.fulfilment > 1);

-- The fee is shared by what the lines cost: rounded down, and the cents that are left go to the largest remainders.
INSERT INTO fulfilments (order_id, place, store_id, status, subtotal_cents, fee_cents, total_cents, placed_at,
    updated_at)
SELECT order_id, place, store_id, status, cents, share + extra, cents + share + extra, placed_at, updated_at
FROM (SELECT s.*, CASE WHEN row_number() OVER (PARTITION BY order_id ORDER BY rest DESC, place)
            <= fee_cents - sum(share) OVER (PARTITION BY order_id) THEN 1 ELSE 0 END AS extra
    FROM (SELECT o.id AS order_id, d.fulfilment AS place, d.store_id, o.status, o.placed_at, o.updated_at, o.fee_cents,
            d.cents,
            CASE WHEN o.subtotal_cents > 0 THEN o.fee_cents * d.cents / o.subtotal_cents
                WHEN d.fulfilment = 1 THEN o.fee_cents ELSE 0 END AS share,
            CASE WHEN o.subtotal_cents > 0 THEN (o.fee_cents * d.cents) % o.subtotal_cents ELSE 0 END AS rest
        FROM orders o JOIN (SELECT order_id, fulfilment, store_id, CAST(sum(cents) AS BIGINT) AS cents
            FROM dividing_lines GROUP BY order_id, fulfilment, store_id) d ON d.order_id = o.id) s) shared;
DROP TABLE dividing_lines;

-- Every piece that left the stock and every one that came back, now by the step that moved it: a fulfilment can be
-- cancelled, taken back and cancelled again.
CREATE TABLE stock_moves (
    order_id   TEXT    NOT NULL,
    product_id TEXT    NOT NULL,
    reason     TEXT    NOT NULL CHECK (reason IN ('taken', 'released', 'returned', 'removed', 'quarantined')),
    pieces     INTEGER NOT NULL CHECK (pieces <> 0 AND (pieces < 0) = (reason = 'taken')),
    at         BIGINT  NOT NULL,
    event      TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (order_id, product_id, reason, event)
);
INSERT INTO stock_moves (order_id, product_id, reason, pieces, at)
SELECT order_id, product_id, reason, pieces, at FROM stock_ledger;
DROP TABLE stock_ledger;
ALTER TABLE stock_moves RENAME TO stock_ledger;
CREATE INDEX stock_ledger_by_product ON stock_ledger (product_id, at);
