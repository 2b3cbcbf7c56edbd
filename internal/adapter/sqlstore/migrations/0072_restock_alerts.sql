-- Who is told by mail that a product is in stock again: once for each product and address. queued_at is when the mail
-- was queued and sent_at when it left, 0 is not yet; a row that was sent stays for the link in its mail. Only added to:
-- a server of the version before goes on working.
-- +goose Up

CREATE TABLE restock_alerts (
    id TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL CHECK (email <> ''),
    email_fold TEXT NOT NULL,
    language TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    asked_at BIGINT NOT NULL,
    queued_at BIGINT NOT NULL DEFAULT 0,
    sent_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (product_id, email_fold)
);

CREATE INDEX restock_alerts_email ON restock_alerts (email_fold);
CREATE INDEX restock_alerts_user ON restock_alerts (user_id);
CREATE INDEX restock_alerts_asked ON restock_alerts (asked_at);
