-- How often things happened in the shop on a day: see internal/analytics.
-- +goose Up
CREATE TABLE daily_sums (
    day   TEXT   NOT NULL,
    event TEXT   NOT NULL,
    count BIGINT NOT NULL CHECK (count >= 0),
    total BIGINT NOT NULL,
    PRIMARY KEY (day, event)
);
