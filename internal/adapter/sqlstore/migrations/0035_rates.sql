-- Pounds per dollar, what an order froze of it, the VAT of each ordered line, and how a customer means to pay in cash.
-- Only added to: a server of the version before goes on working.
-- +goose Up

-- Rates are only ever added: the one with the highest number holds.
CREATE TABLE rates (
    number      BIGINT NOT NULL CONSTRAINT rates_number_key PRIMARY KEY CHECK (number > 0),
    lbp_per_usd BIGINT NOT NULL CHECK (lbp_per_usd > 0),
    -- By the clock of the database.
    since       BIGINT NOT NULL,
    set_by      TEXT   NOT NULL
);

-- 0 is an order of a shop without a rate.
ALTER TABLE orders ADD COLUMN lbp_per_usd BIGINT NOT NULL DEFAULT 0 CHECK (lbp_per_usd >= 0);
ALTER TABLE orders ADD COLUMN total_lbp BIGINT NOT NULL DEFAULT 0
    CHECK (total_lbp >= 0 AND (lbp_per_usd > 0 OR total_lbp = 0));
-- How the customer means to pay the courier: empty is not said.
ALTER TABLE orders ADD COLUMN pay_with TEXT NOT NULL DEFAULT '' CHECK (pay_with IN ('', 'usd', 'lbp', 'both'));
-- What the customer will hand over and needs change for; 0 is not said.
ALTER TABLE orders ADD COLUMN hands_usd_cents BIGINT NOT NULL DEFAULT 0 CHECK (hands_usd_cents >= 0);
ALTER TABLE orders ADD COLUMN hands_lbp BIGINT NOT NULL DEFAULT 0 CHECK (hands_lbp >= 0);

-- The percentage of VAT that a line's price includes, and the VAT in the line's total.
ALTER TABLE order_lines ADD COLUMN vat_rate INTEGER NOT NULL DEFAULT 0 CHECK (vat_rate BETWEEN 0 AND 100);
ALTER TABLE order_lines ADD COLUMN vat_cents BIGINT NOT NULL DEFAULT 0 CHECK (vat_cents >= 0);
