-- No query looks a cart up by its checkout, and orders and reservations have a unique one each. Without an index on it
-- PostgreSQL renews an emptied cart in place; before, that wrote an entry into every index of the table.
--
-- SQLite removes a constraint with its table only, so the table is written anew. It is renamed first: on PostgreSQL that
-- makes other servers wait, and a change between copy and removal is not lost. They go on working afterwards.
-- +goose Up
ALTER TABLE carts RENAME TO former_carts;
CREATE TABLE copied_carts AS
    SELECT id, user_id, visitor_id, checkout_id, updated_at, expires_at, stamp FROM former_carts;
CREATE TABLE copied_cart_lines AS
    SELECT cart_id, product_id, quantity, seen_price_cents, place, added_at FROM cart_lines;
DROP TABLE cart_lines;
DROP TABLE former_carts;

CREATE TABLE carts (
    id          TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    user_id     TEXT   CONSTRAINT carts_user_id_key UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    visitor_id  TEXT   CONSTRAINT carts_visitor_id_key UNIQUE,
    -- Names the one order that this filling of the cart can become; another one after every order.
    checkout_id TEXT   NOT NULL,
    updated_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL DEFAULT 0,
    -- Changes with every change of the cart.
    stamp       TEXT   NOT NULL DEFAULT '',
    CHECK ((user_id IS NULL) <> (visitor_id IS NULL))
);
INSERT INTO carts (id, user_id, visitor_id, checkout_id, updated_at, expires_at, stamp)
SELECT id, user_id, visitor_id, checkout_id, updated_at, expires_at, stamp FROM copied_carts;
CREATE INDEX carts_left_behind ON carts (expires_at) WHERE visitor_id IS NOT NULL;

CREATE TABLE cart_lines (
    cart_id          TEXT    NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id       TEXT    NOT NULL,
    quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
    -- What one piece cost when the shopper last touched the line.
    seen_price_cents BIGINT  NOT NULL CHECK (seen_price_cents >= 0),
    place            INTEGER NOT NULL,
    added_at         BIGINT  NOT NULL,
    PRIMARY KEY (cart_id, product_id)
);
INSERT INTO cart_lines (cart_id, product_id, quantity, seen_price_cents, place, added_at)
SELECT cart_id, product_id, quantity, seen_price_cents, place, added_at FROM copied_cart_lines;

DROP TABLE copied_cart_lines;
DROP TABLE copied_carts;
