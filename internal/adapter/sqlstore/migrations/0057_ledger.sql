-- The money between the shop and its stores. Only added to: a server of the version before goes on working.
-- +goose Up

-- Every entry moves an amount from one account to another, so that all accounts together are zero whatever happens.
CREATE TABLE ledger_entries (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    store_id   TEXT    NOT NULL CHECK (store_id <> ''),
    kind       TEXT    NOT NULL
        CHECK (kind IN ('sale', 'fee', 'commission', 'cash', 'refund', 'payout', 'adjustment')),
    debit      TEXT    NOT NULL CHECK (debit <> ''),
    credit     TEXT    NOT NULL CHECK (credit <> ''),
    cents      BIGINT  NOT NULL CHECK (cents > 0),
    -- The fulfilment that it is for; empty and 0 for what people record.
    order_id   TEXT    NOT NULL DEFAULT '',
    place      INTEGER NOT NULL DEFAULT 0 CHECK (place >= 0),
    note       TEXT    NOT NULL DEFAULT '',
    actor_id   TEXT    NOT NULL DEFAULT '',
    created_at BIGINT  NOT NULL,
    CHECK (debit <> credit),
    CHECK (debit = 'store:' || store_id OR credit = 'store:' || store_id)
);
CREATE INDEX ledger_entries_by_store ON ledger_entries (store_id, created_at, id);
CREATE INDEX ledger_entries_by_order ON ledger_entries (order_id, place) WHERE order_id <> '';

-- The commission that holds for a store's next sales, in hundredths of a percent. None is 0.
CREATE TABLE ledger_terms (
    store_id      TEXT    NOT NULL PRIMARY KEY CHECK (store_id <> ''),
    commission_bp INTEGER NOT NULL DEFAULT 0 CHECK (commission_bp BETWEEN 0 AND 10000)
);

-- The commission that held when a fulfilment was first booked: a later one does not change it.
CREATE TABLE ledger_fulfilments (
    order_id      TEXT    NOT NULL,
    place         INTEGER NOT NULL CHECK (place > 0),
    commission_bp INTEGER NOT NULL CHECK (commission_bp BETWEEN 0 AND 10000),
    PRIMARY KEY (order_id, place)
);

-- What stores delivered before there was a ledger is booked by the first server that starts.
INSERT INTO outbox (id, kind, payload, created_at, run_at)
SELECT DISTINCT 'ledger-' || order_id, 'ledger_order', '{"key":"' || order_id || '"}', updated_at, updated_at
FROM (SELECT order_id, max(updated_at) AS updated_at FROM fulfilments
    WHERE store_id <> 'house' AND status IN ('delivered', 'returned') GROUP BY order_id) delivered;
