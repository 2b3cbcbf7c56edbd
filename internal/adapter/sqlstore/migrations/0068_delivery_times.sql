-- When an order arrives: how long a store prepares one and within how long a time it arrives, in minutes (0 is not
-- said), and what was promised of each part of an order (0 is nothing; without a beginning it is 'until'). Only added
-- to: a server of the version before goes on working.
-- +goose Up

ALTER TABLE stores ADD COLUMN prepare_minutes INTEGER NOT NULL DEFAULT 0
    CHECK (prepare_minutes BETWEEN 0 AND 1440);
ALTER TABLE stores ADD COLUMN delivery_window_minutes INTEGER NOT NULL DEFAULT 0
    CHECK (delivery_window_minutes BETWEEN 0 AND 480);
ALTER TABLE fulfilments ADD COLUMN promised_from BIGINT NOT NULL DEFAULT 0 CHECK (promised_from >= 0);
ALTER TABLE fulfilments ADD COLUMN promised_to BIGINT NOT NULL DEFAULT 0 CHECK (promised_to >= promised_from);
