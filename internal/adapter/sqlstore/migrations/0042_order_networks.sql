-- +goose Up
-- Where an order was placed from, as a keyed hash: how many of one network's orders may be open is limited.
ALTER TABLE orders ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE reservations ADD COLUMN network TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_network ON orders (network, status) WHERE network <> '';
