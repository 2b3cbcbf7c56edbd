-- Two-factor sign-in: see internal/domain/accounts/twofactor.go. Only added to: a server of the
-- version before goes on working beside it.
-- +goose Up
CREATE TABLE second_steps (
    user_id      TEXT   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Sealed with the servers' secret and kept in base64; the user's id is bound in.
    secret       TEXT   NOT NULL CHECK (secret <> ''),
    begun_at     BIGINT NOT NULL,
    -- 0 until a first code has proved that an app holds the secret.
    confirmed_at BIGINT NOT NULL DEFAULT 0,
    -- The last step of 30 seconds whose code was taken: that one and those before work no more.
    last_step    BIGINT NOT NULL DEFAULT 0
);

-- Those that are left; a used one is deleted.
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES second_steps (user_id) ON DELETE CASCADE,
    hash    TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);
