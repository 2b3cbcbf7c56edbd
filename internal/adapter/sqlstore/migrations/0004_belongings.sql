-- What the shop keeps for people: carts, wishlists, addresses and cards. One text for SQLite and
-- PostgreSQL: see the rules at the top of db.go.
-- +goose Up

-- A cart belongs to a user or to a visitor's session. A visitor's session has no row of its own;
-- its cart is swept when nobody touched it for as long as such a session lives.
CREATE TABLE carts (
    id          TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
    user_id     TEXT   CONSTRAINT carts_user_id_key UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    visitor_id  TEXT   CONSTRAINT carts_visitor_id_key UNIQUE,
    -- Names the one order that this filling of the cart can become; another one after every order.
    checkout_id TEXT   NOT NULL CONSTRAINT carts_checkout_id_key UNIQUE,
    updated_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL DEFAULT 0,
    CHECK ((user_id IS NULL) <> (visitor_id IS NULL))
);
CREATE INDEX carts_left_behind ON carts (expires_at) WHERE visitor_id IS NOT NULL;

CREATE TABLE cart_lines (
    cart_id          TEXT    NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
    product_id       TEXT    NOT NULL REFERENCES products (id),
    quantity         INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 10),
    -- What one piece cost when the shopper last touched the line.
    seen_price_cents BIGINT  NOT NULL CHECK (seen_price_cents >= 0),
    place            INTEGER NOT NULL,
    added_at         BIGINT  NOT NULL,
    PRIMARY KEY (cart_id, product_id)
);
CREATE INDEX cart_lines_by_product ON cart_lines (product_id);

CREATE TABLE wishlist_items (
    user_id    TEXT   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id TEXT   NOT NULL REFERENCES products (id),
    place      BIGINT NOT NULL,
    added_at   BIGINT NOT NULL,
    PRIMARY KEY (user_id, product_id)
);
CREATE INDEX wishlist_items_by_place ON wishlist_items (user_id, place);
CREATE INDEX wishlist_items_by_product ON wishlist_items (product_id);

-- An address's position in its user's list is its rank by place.
CREATE TABLE addresses (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    user_id    TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    street     TEXT    NOT NULL CHECK (street <> ''),
    state      TEXT    NOT NULL CHECK (state <> ''),
    city       TEXT    NOT NULL CHECK (city <> ''),
    building   TEXT    NOT NULL CHECK (building <> ''),
    floor      INTEGER NOT NULL CHECK (floor >= 0),
    extra_info TEXT    NOT NULL DEFAULT '',
    favourite  BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);
CREATE INDEX addresses_by_user ON addresses (user_id, place);
CREATE UNIQUE INDEX addresses_favourite_key ON addresses (user_id) WHERE favourite;

-- One card a user. What is printed on it is sealed (internal/cardvault) and kept in base64; the
-- CVV has no column.
CREATE TABLE cards (
    user_id    TEXT    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    number     TEXT    NOT NULL,
    exp_date   TEXT    NOT NULL,
    last4      TEXT    NOT NULL,
    brand      TEXT    NOT NULL,
    key_id     INTEGER NOT NULL CHECK (key_id BETWEEN 0 AND 255),
    version    BIGINT  NOT NULL CHECK (version > 0),
    updated_at BIGINT  NOT NULL
);
CREATE INDEX cards_by_key ON cards (key_id, user_id);
