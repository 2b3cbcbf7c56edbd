-- +goose Up
-- The checkout does not ask for a state, so an address that it saves has none.
CREATE TABLE addresses_with_optional_state (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    street     TEXT    NOT NULL CHECK (street <> ''),
    state      TEXT    NOT NULL,
    city       TEXT    NOT NULL CHECK (city <> ''),
    building   TEXT    NOT NULL CHECK (building <> ''),
    floor      INTEGER NOT NULL CHECK (floor >= 0),
    extra_info TEXT    NOT NULL DEFAULT '',
    favourite  BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);
INSERT INTO addresses_with_optional_state
    (id, user_id, place, street, state, city, building, floor, extra_info, favourite, created_at, updated_at)
SELECT id, user_id, place, street, state, city, building, floor, extra_info, favourite, created_at, updated_at FROM addresses;
DROP TABLE addresses;
ALTER TABLE addresses_with_optional_state RENAME TO addresses;
CREATE INDEX addresses_by_user ON addresses (user_id, place);
CREATE UNIQUE INDEX addresses_favourite_key ON addresses (user_id) WHERE favourite;
