-- Passkeys beside passwords: see internal/domain/accounts/passkeys.go. Only added to: a server of the version before
-- goes on working beside it.
-- +goose Up

CREATE TABLE passkeys (
    id           TEXT   NOT NULL PRIMARY KEY,
    user_id      TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The authenticator's own name for the key, in base64url.
    credential   TEXT   NOT NULL UNIQUE CHECK (credential <> ''),
    name         TEXT   NOT NULL CHECK (name <> ''),
    -- The public key and what else verifying needs, as the adapter writes it.
    record       TEXT   NOT NULL CHECK (record <> ''),
    sign_count   BIGINT NOT NULL CHECK (sign_count >= 0),
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- What a browser was asked to sign. Each works once, for the session that asked, a visitor's too.
CREATE TABLE passkey_challenges (
    session_id TEXT   NOT NULL,
    purpose    TEXT   NOT NULL CHECK (purpose IN ('create', 'login', 'confirm')),
    state      TEXT   NOT NULL CHECK (state <> ''),
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (session_id, purpose)
);
CREATE INDEX passkey_challenges_by_time ON passkey_challenges (expires_at);

-- Codes, by their hashes, that somebody who confirmed with a passkey sends in place of the password. Each works once.
CREATE TABLE passkey_confirmations (
    hash       TEXT   NOT NULL PRIMARY KEY CHECK (hash <> ''),
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_confirmations_by_user ON passkey_confirmations (user_id);

-- The passkey that a session was signed in with, '' for none.
ALTER TABLE sessions ADD COLUMN passkey_id TEXT NOT NULL DEFAULT '';
