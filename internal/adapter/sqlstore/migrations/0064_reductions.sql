-- What a store cannot send after all, and whether the customer wants the rest. Only added to: a server of the version
-- before goes on working.
-- +goose Up

-- The customer allowed at the checkout that fewer pieces come when no answer does.
ALTER TABLE orders ADD COLUMN partly BOOLEAN NOT NULL DEFAULT FALSE;

-- What the staff took off the delivery fee.
ALTER TABLE fulfilments ADD COLUMN fee_cut_cents BIGINT NOT NULL DEFAULT 0 CHECK (fee_cut_cents >= 0);
-- The last reduction that the customer was asked about, by the id of the change; empty is none. An empty answer is open.
ALTER TABLE fulfilments ADD COLUMN question TEXT NOT NULL DEFAULT '';
ALTER TABLE fulfilments ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE fulfilments ADD COLUMN answer_by BIGINT NOT NULL DEFAULT 0;
ALTER TABLE fulfilments ADD COLUMN answer TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'agreed', 'refused', 'silent'));

-- How long a store waits for an answer, in minutes; 0 is as long as the shop does.
ALTER TABLE stores ADD COLUMN answer_minutes INTEGER NOT NULL DEFAULT 0 CHECK (answer_minutes BETWEEN 0 AND 10080);
