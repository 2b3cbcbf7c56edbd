-- Who may do what: roles in stores and in the house, invitations to them, and the old and new values of what was
-- changed. Only added to: a server of the version before goes on working, on users.admin and stores.owner_id.
-- +goose Up

-- store_id is the id of a store, or 'house' for the people who run the shop.
CREATE TABLE memberships (
    user_id  TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    store_id TEXT   NOT NULL CHECK (store_id <> ''),
    role     TEXT   NOT NULL,
    added_by TEXT   NOT NULL DEFAULT '',
    since    BIGINT NOT NULL,
    PRIMARY KEY (user_id, store_id),
    CHECK ((store_id = 'house' AND role IN ('admin', 'support', 'catalogue'))
        OR (store_id <> 'house' AND role IN ('owner', 'pharmacist', 'staff', 'courier')))
);
CREATE INDEX memberships_by_store ON memberships (store_id, role, user_id);

INSERT INTO memberships (user_id, store_id, role, since) SELECT id, 'house', 'admin', created_at FROM users WHERE admin;
INSERT INTO memberships (user_id, store_id, role, since) SELECT owner_id, id, 'owner', created_at FROM stores;

-- Invitations by mail. hash is of the link's token, which is stored nowhere; used_at 0 is open.
CREATE TABLE invitations (
    id         TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    hash       TEXT   NOT NULL CONSTRAINT invitations_hash_key UNIQUE,
    store_id   TEXT   NOT NULL CHECK (store_id <> ''),
    role       TEXT   NOT NULL,
    email      TEXT   NOT NULL,
    language   TEXT   NOT NULL DEFAULT '',
    invited_by TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL CHECK (expires_at > created_at),
    used_at    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX invitations_by_store ON invitations (store_id, expires_at);

-- JSON: [{"field", "old", "new"}], empty when the entry is about no change of a value.
ALTER TABLE audit ADD COLUMN changes TEXT NOT NULL DEFAULT '';
