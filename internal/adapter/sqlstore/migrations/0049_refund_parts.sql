-- For which fulfilments of an order money went back, and whether it went back by itself. Only added to: a server of
-- the version before goes on working.
-- +goose Up

-- JSON: cents by the place of the fulfilment; {} in refunds from before
ALTER TABLE refunds ADD COLUMN parts TEXT NOT NULL DEFAULT '{}';
ALTER TABLE refunds ADD COLUMN automatic BOOLEAN NOT NULL DEFAULT FALSE;
