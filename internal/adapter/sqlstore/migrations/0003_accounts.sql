-- Accounts: who people are, where they are signed in, and what was done. One text for SQLite
-- and PostgreSQL: see the rules at the top of db.go.
-- +goose Up
CREATE TABLE users (
    id               TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    username         TEXT    NOT NULL,
    -- The folded columns are lower case: no two users differ in case only.
    username_fold    TEXT    NOT NULL CONSTRAINT users_username_fold_key UNIQUE,
    full_name        TEXT    NOT NULL,
    phone_nb         TEXT    NOT NULL,
    email            TEXT    NOT NULL,
    email_fold       TEXT    NOT NULL CONSTRAINT users_email_fold_key UNIQUE,
    email_verified   BOOLEAN NOT NULL DEFAULT FALSE,
    pending_email    TEXT    NOT NULL DEFAULT '',
    password_hash    TEXT    NOT NULL CHECK (password_hash <> ''),
    language         TEXT    NOT NULL CHECK (language IN ('english', 'arabic')),
    marketing_emails BOOLEAN NOT NULL DEFAULT FALSE,
    admin            BOOLEAN NOT NULL DEFAULT FALSE,
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    CHECK (username_fold = lower(username) AND email_fold = lower(email))
);
CREATE INDEX users_admins ON users (username_fold) WHERE admin;

-- The id is the hash of the secret in the cookie. Visitors have no row: their session is signed.
CREATE TABLE sessions (
    id           TEXT    NOT NULL PRIMARY KEY,
    handle       TEXT    NOT NULL,
    user_id      TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    remember     BOOLEAN NOT NULL,
    device       TEXT    NOT NULL DEFAULT '',
    created_at   BIGINT  NOT NULL,
    last_seen_at BIGINT  NOT NULL,
    expires_at   BIGINT  NOT NULL CHECK (expires_at > created_at)
);
CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links sent by mail, by the hash of their token. used_at 0 is unused.
CREATE TABLE account_links (
    hash       TEXT   NOT NULL PRIMARY KEY,
    purpose    TEXT   NOT NULL CHECK (purpose IN ('verify', 'reset')),
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
    used_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX account_links_by_user ON account_links (user_id, purpose);
CREATE INDEX account_links_by_expiry ON account_links (expires_at);

-- Tries against a limit, by the database's clock. The next one is counted at tried_at + delay_ms.
CREATE TABLE tries (
    scope    TEXT   NOT NULL,
    subject  TEXT   NOT NULL,
    count    BIGINT NOT NULL CHECK (count >= 0),
    delay_ms BIGINT NOT NULL CHECK (delay_ms >= 0),
    tried_at BIGINT NOT NULL,
    PRIMARY KEY (scope, subject)
);
CREATE INDEX tries_by_age ON tries (tried_at);

-- What was done, by ids only. Rows are added and never changed or removed.
CREATE TABLE audit (
    id           TEXT   NOT NULL PRIMARY KEY,
    at           BIGINT NOT NULL,
    action       TEXT   NOT NULL CHECK (action <> ''),
    actor_id     TEXT   NOT NULL DEFAULT '',
    subject_kind TEXT   NOT NULL DEFAULT '',
    subject      TEXT   NOT NULL DEFAULT '',
    detail       TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_actor ON audit (actor_id, at);
CREATE INDEX audit_by_subject ON audit (subject_kind, subject, at);
