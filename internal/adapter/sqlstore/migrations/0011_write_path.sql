-- +goose Up
-- What makes a change cheap. Only added to: a server of the previous version works on with these tables.

-- A change that only moved stock: the servers' memory takes the new stock without reading the whole product.
ALTER TABLE product_changes ADD COLUMN stock_only BOOLEAN NOT NULL DEFAULT FALSE;

-- A random text that is new after every change of a cart: a change that was decided on an older cart is noticed
-- when it is written, so that reading a cart needs no lock.
ALTER TABLE carts ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
