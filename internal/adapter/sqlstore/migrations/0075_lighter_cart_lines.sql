-- Nothing looks carts up by a product, and products are never removed, so that nobody needs this index; every line that
-- is written or ordered had to keep it up.
-- +goose Up
DROP INDEX cart_lines_by_product;
