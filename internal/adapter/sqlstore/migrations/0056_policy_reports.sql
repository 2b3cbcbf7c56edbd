-- What browsers refused to load or run because of our pages' policy, counted per day; nothing says who reported it.
-- Only added to: a server of the version before goes on working.
-- +goose Up

CREATE TABLE policy_reports (
    day       TEXT   NOT NULL,
    directive TEXT   NOT NULL CHECK (directive <> ''),
    blocked   TEXT   NOT NULL,
    page      TEXT   NOT NULL,
    count     BIGINT NOT NULL CHECK (count > 0),
    PRIMARY KEY (day, directive, blocked, page)
);
