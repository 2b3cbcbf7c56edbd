-- An email is changed with the consent of its old address, which can take it back for some days: see
-- internal/domain/accounts/email_change.go. A server of the version before goes on working beside it.
-- +goose Up
ALTER TABLE users ADD COLUMN pending_unapproved BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN pending_verified BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE users SET pending_unapproved = TRUE WHERE pending_email <> '';

-- The same table with two more purposes and the addresses of a change; neither engine lets a CHECK be widened in the
-- same words.
CREATE TABLE emailed_links (
    hash       TEXT   NOT NULL PRIMARY KEY,
    purpose    TEXT   NOT NULL CHECK (purpose IN ('verify', 'reset', 'approve', 'undo')),
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT   NOT NULL,
    -- Lower case, of links that let an old address take a change back.
    email_fold TEXT   NOT NULL DEFAULT '',
    -- The address that the account is changed to.
    new_email  TEXT   NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
    used_at    BIGINT NOT NULL DEFAULT 0
);
INSERT INTO emailed_links (hash, purpose, user_id, email, created_at, expires_at, used_at)
SELECT hash, purpose, user_id, email, created_at, expires_at, used_at FROM account_links;
DROP TABLE account_links;
ALTER TABLE emailed_links RENAME TO account_links;
CREATE INDEX account_links_by_user ON account_links (user_id, purpose);
CREATE INDEX account_links_by_expiry ON account_links (expires_at);
CREATE INDEX account_links_by_old_email ON account_links (email_fold) WHERE email_fold <> '';
