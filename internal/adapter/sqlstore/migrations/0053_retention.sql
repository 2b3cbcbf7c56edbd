-- When the nightly sweep of what is too old began last, so that one server of a shop does it. Only added to: a server
-- of the version before goes on working.
-- +goose Up

CREATE TABLE sweeps (
    name     TEXT   NOT NULL PRIMARY KEY CHECK (name <> ''),
    begun_at BIGINT NOT NULL
);
INSERT INTO sweeps (name, begun_at) VALUES ('retention', 0);

CREATE INDEX orders_networks_by_time ON orders (placed_at) WHERE network <> '';
CREATE INDEX orders_orphaned_by_time ON orders (placed_at) WHERE user_id IS NULL;
