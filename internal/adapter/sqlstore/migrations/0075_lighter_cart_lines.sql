-- A cart's line names its product without a foreign key. Products are never removed, and a line is only written for one
-- of the catalogue; the key made PostgreSQL lock the product's row for every line, and the index existed for it alone.
-- A server of the version before goes on working.
-- +goose Up
CREATE TABLE lighter_cart_lines (
    cart_id          TEXT    NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id       TEXT    NOT NULL,
    quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
    -- What one piece cost when the shopper last touched the line.
    seen_price_cents BIGINT  NOT NULL CHECK (seen_price_cents >= 0),
    place            INTEGER NOT NULL,
    added_at         BIGINT  NOT NULL,
    PRIMARY KEY (cart_id, product_id)
);
INSERT INTO lighter_cart_lines (cart_id, product_id, quantity, seen_price_cents, place, added_at)
SELECT cart_id, product_id, quantity, seen_price_cents, place, added_at FROM cart_lines;
DROP TABLE cart_lines;
ALTER TABLE lighter_cart_lines RENAME TO cart_lines;
