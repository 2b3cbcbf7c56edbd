-- How the law on medicines regulates a product: its class, its registration, its official price and its VAT. The
-- database itself refuses a discount on anything but the class 'none'. Only added to: a server of the version before
-- goes on working.
-- +goose Up

-- Empty is a product that nobody has classified yet; it cannot be on sale.
ALTER TABLE products ADD COLUMN regulation TEXT NOT NULL DEFAULT 'none'
    CONSTRAINT products_regulation_check CHECK (regulation IN ('', 'none', 'otc', 'prescription', 'controlled')
        AND (regulation <> '' OR status <> 'approved'))
    CONSTRAINT products_discount_forbidden CHECK (discount = 0 OR regulation = 'none');
ALTER TABLE products ADD COLUMN registration_no TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN official_price_lbp BIGINT NOT NULL DEFAULT 0 CHECK (official_price_lbp >= 0);
ALTER TABLE products ADD COLUMN official_price_source TEXT NOT NULL DEFAULT '';
-- A day, 2026-11-15, or empty.
ALTER TABLE products ADD COLUMN official_price_from TEXT NOT NULL DEFAULT '';
-- The percentage of VAT that the price includes.
ALTER TABLE products ADD COLUMN vat_rate INTEGER NOT NULL DEFAULT 0 CHECK (vat_rate BETWEEN 0 AND 100);
CREATE INDEX products_by_registration ON products (registration_no) WHERE registration_no <> '';

ALTER TABLE import_rows ADD COLUMN regulation TEXT NOT NULL DEFAULT 'none';
ALTER TABLE import_rows ADD COLUMN registration_no TEXT NOT NULL DEFAULT '';
ALTER TABLE import_rows ADD COLUMN official_price_lbp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE import_rows ADD COLUMN official_price_source TEXT NOT NULL DEFAULT '';
ALTER TABLE import_rows ADD COLUMN official_price_from TEXT NOT NULL DEFAULT '';
ALTER TABLE import_rows ADD COLUMN vat_rate INTEGER NOT NULL DEFAULT 0;

-- What is already there: whatever names an ingredient that only medicines have is taken for a medicine without
-- prescription until somebody decides otherwise. Its discount ends, and the audit log says so.
CREATE TABLE becoming_medicines (id TEXT NOT NULL PRIMARY KEY, discount INTEGER NOT NULL, updated_at BIGINT NOT NULL);
INSERT INTO becoming_medicines (id, discount, updated_at)
SELECT id, discount, updated_at FROM products
WHERE lower(active_ingredients) LIKE '%acetylcysteine%'
        OR lower(active_ingredients) LIKE '%acetylsalicylic acid%'
        OR lower(active_ingredients) LIKE '%ambroxol%'
        OR lower(active_ingredients) LIKE '%amylmetacresol%'
        OR lower(active_ingredients) LIKE '%aspirin%'
        OR lower(active_ingredients) LIKE '%benzydamine%'
        OR lower(active_ingredients) LIKE '%bisacodyl%'
        OR lower(active_ingredients) LIKE '%bromhexine%'
        OR lower(active_ingredients) LIKE '%carbocisteine%'
        OR lower(active_ingredients) LIKE '%cetirizine%'
        OR lower(active_ingredients) LIKE '%chlorphen%'
        OR lower(active_ingredients) LIKE '%codeine%'
        OR lower(active_ingredients) LIKE '%desloratadine%'
        OR lower(active_ingredients) LIKE '%dextromethorphan%'
        OR lower(active_ingredients) LIKE '%diclofenac%'
        OR lower(active_ingredients) LIKE '%dimenhydrinate%'
        OR lower(active_ingredients) LIKE '%dimetindene%'
        OR lower(active_ingredients) LIKE '%diphenhydramine%'
        OR lower(active_ingredients) LIKE '%doxylamine%'
        OR lower(active_ingredients) LIKE '%esomeprazole%'
        OR lower(active_ingredients) LIKE '%famotidine%'
        OR lower(active_ingredients) LIKE '%fexofenadine%'
        OR lower(active_ingredients) LIKE '%flurbiprofen%'
        OR lower(active_ingredients) LIKE '%guaifenesin%'
        OR lower(active_ingredients) LIKE '%hydrocortisone%'
        OR lower(active_ingredients) LIKE '%hyoscine%'
        OR lower(active_ingredients) LIKE '%ibuprofen%'
        OR lower(active_ingredients) LIKE '%ketoprofen%'
        OR lower(active_ingredients) LIKE '%lidocaine%'
        OR lower(active_ingredients) LIKE '%loperamide%'
        OR lower(active_ingredients) LIKE '%loratadine%'
        OR lower(active_ingredients) LIKE '%mefenamic%'
        OR lower(active_ingredients) LIKE '%methyl salicylate%'
        OR lower(active_ingredients) LIKE '%miconazole%'
        OR lower(active_ingredients) LIKE '%naproxen%'
        OR lower(active_ingredients) LIKE '%omeprazole%'
        OR lower(active_ingredients) LIKE '%orphenadrine%'
        OR lower(active_ingredients) LIKE '%oxymetazoline%'
        OR lower(active_ingredients) LIKE '%paracetamol%'
        OR lower(active_ingredients) LIKE '%pheniramine%'
        OR lower(active_ingredients) LIKE '%phenylephrine%'
        OR lower(active_ingredients) LIKE '%povidone-iodine%'
        OR lower(active_ingredients) LIKE '%promethazine%'
        OR lower(active_ingredients) LIKE '%pseudoephedrine%'
        OR lower(active_ingredients) LIKE '%tramadol%'
        OR lower(active_ingredients) LIKE '%xylometazoline%';
INSERT INTO audit (id, at, action, actor_id, subject_kind, subject, detail)
SELECT 'discount-ended-' || id, updated_at, 'discount_ended', 'system', 'product', id,
    'discount of ' || discount || ' % ended: a medicine may not be discounted'
FROM becoming_medicines WHERE discount > 0;
UPDATE products SET regulation = 'otc', discount = 0, version = version + 1
WHERE id IN (SELECT id FROM becoming_medicines);
-- What waits for approval is classified by whoever approves it.
UPDATE products SET regulation = '', version = version + 1
WHERE status <> 'approved' AND discount = 0 AND id NOT IN (SELECT id FROM becoming_medicines);
DROP TABLE becoming_medicines;
