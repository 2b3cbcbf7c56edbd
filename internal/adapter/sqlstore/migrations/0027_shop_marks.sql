-- What must be known about a database before it is served. A demo shop has users whose passwords are public. Only
-- added to: a server of the version before goes on working.
-- +goose Up

CREATE TABLE shop_marks (
    name  TEXT   NOT NULL PRIMARY KEY CHECK (name IN ('demo', 'moved')),
    since BIGINT NOT NULL
);

-- Demo shops of the versions before have no mark; they are known by their admin.
INSERT INTO shop_marks (name, since)
SELECT 'demo', min(created_at) FROM users WHERE username = 'admin' AND email = 'admin@example.com' HAVING count(*) > 0;
