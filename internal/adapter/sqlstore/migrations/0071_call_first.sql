-- Cash orders of customers whom the shop does not know: somebody calls them before the order is prepared. Only added
-- to: a server of the version before goes on working.
-- +goose Up

ALTER TABLE orders ADD COLUMN call_first BOOLEAN NOT NULL DEFAULT FALSE;
