-- Orders that the staff takes from callers. A customer without an account is a phone number on orders, nothing else.
-- Only added to: a server of the version before goes on working.
-- +goose Up

-- Who of the staff took the order; empty is an order that the customer placed.
ALTER TABLE orders ADD COLUMN taken_by TEXT NOT NULL DEFAULT '';

-- The orders of a phone number: those of the day, those that are open, and the last one.
CREATE INDEX orders_by_phone ON orders (phone, placed_at, id) WHERE phone <> '';

-- Two members of the staff who take orders for one number wait for each other here: nobody else's row stands for it.
-- A number belongs to the slot of its hash, so that no number is stored.
CREATE TABLE phone_slots (
    slot INTEGER NOT NULL PRIMARY KEY
);
INSERT INTO phone_slots (slot)
WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 255)
SELECT n FROM numbers;
