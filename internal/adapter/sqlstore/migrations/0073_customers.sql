-- The list of customers, newest first, is read by an index. Only added to: a server of the version before goes on
-- working.
-- +goose Up
CREATE INDEX users_by_time ON users (created_at, id);
