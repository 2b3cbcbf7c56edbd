-- Who runs the shop turns two-factor on with a code that the host gave, never with the password alone: see
-- internal/domain/accounts/enrolment.go. Only added to: a server of the version before goes on working beside it.
-- +goose Up
CREATE TABLE enrolments (
    user_id    TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash       TEXT   NOT NULL CHECK (hash <> ''),
    expires_at BIGINT NOT NULL
);
