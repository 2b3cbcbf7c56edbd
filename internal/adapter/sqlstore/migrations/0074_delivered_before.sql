-- Whether an earlier order reached a customer decides on a call before the first one is prepared. The index holds nothing
-- of an order that is being placed.
-- +goose Up
CREATE INDEX orders_delivered_by_user ON orders (user_id) WHERE status = 'delivered';
