-- Cards that are charged in pounds. Only added to: a server of the version before goes on working, and charges
-- dollars.
-- +goose Up

-- Pounds per dollar at which the gateway is asked; 0 is a payment in the currency of the books.
ALTER TABLE payment_attempts ADD COLUMN rate BIGINT NOT NULL DEFAULT 0 CHECK (rate >= 0);
-- What the card was charged in pounds; 0 is in the currency of the books, or cash.
ALTER TABLE orders ADD COLUMN charged_lbp BIGINT NOT NULL DEFAULT 0 CHECK (charged_lbp >= 0);
