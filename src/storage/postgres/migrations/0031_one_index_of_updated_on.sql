-- The other index on that time goes. The column stays: it is filtered by where another index leads to the rows. The constraint that was validated
-- spares a look at every row.

DROP INDEX users_by_updated_on;
ALTER TABLE users_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE users_documents DROP CONSTRAINT users_stamped;
DROP INDEX locations_by_updated_on;
ALTER TABLE locations_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE locations_documents DROP CONSTRAINT locations_stamped;
DROP INDEX vendors_by_updated_on;
ALTER TABLE vendors_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE vendors_documents DROP CONSTRAINT vendors_stamped;
DROP INDEX boards_by_updated_on;
ALTER TABLE boards_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE boards_documents DROP CONSTRAINT boards_stamped;
DROP INDEX form_templates_by_updated_on;
ALTER TABLE form_templates_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE form_templates_documents DROP CONSTRAINT form_templates_stamped;
DROP INDEX asset_statuses_by_updated_on;
ALTER TABLE asset_statuses_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE asset_statuses_documents DROP CONSTRAINT asset_statuses_stamped;
DROP INDEX employees_by_updated_on;
ALTER TABLE employees_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE employees_documents DROP CONSTRAINT employees_stamped;
DROP INDEX assets_by_updated_on;
ALTER TABLE assets_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE assets_documents DROP CONSTRAINT assets_stamped;
DROP INDEX products_by_updated_on;
ALTER TABLE products_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE products_documents DROP CONSTRAINT products_stamped;
DROP INDEX jobs_by_updated_on;
ALTER TABLE jobs_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE jobs_documents DROP CONSTRAINT jobs_stamped;
DROP INDEX work_orders_by_updated_on;
ALTER TABLE work_orders_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE work_orders_documents DROP CONSTRAINT work_orders_stamped;
DROP INDEX tasks_by_updated_on;
ALTER TABLE tasks_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE tasks_documents DROP CONSTRAINT tasks_stamped;
DROP INDEX forms_by_updated_on;
ALTER TABLE forms_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE forms_documents DROP CONSTRAINT forms_stamped;
DROP INDEX purchase_orders_by_updated_on;
ALTER TABLE purchase_orders_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE purchase_orders_documents DROP CONSTRAINT purchase_orders_stamped;
DROP INDEX routes_by_updated_on;
ALTER TABLE routes_documents
  ALTER COLUMN updated_on SET NOT NULL,
  ALTER COLUMN deleted SET NOT NULL;
ALTER TABLE routes_documents DROP CONSTRAINT routes_stamped;
