-- When a record was changed and whether it is deleted stand beside its document, too, where the index on that time is going to be: PostgreSQL writes
-- every index of a row anew as soon as one value with an index has moved, and that time moves at every change. What is there is given its
-- values after this migration, in batches (fill-stamps.ts); a constraint that looks at new rows alone is added at once.
--
-- A page that is not filled up takes the next version of a row beside the one before: then no index is written.

ALTER TABLE users_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT users_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE users SET (fillfactor = 85);
ALTER TABLE locations_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT locations_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE locations SET (fillfactor = 85);
ALTER TABLE vendors_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT vendors_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE vendors SET (fillfactor = 85);
ALTER TABLE boards_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT boards_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE boards SET (fillfactor = 85);
ALTER TABLE form_templates_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT form_templates_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE form_templates SET (fillfactor = 85);
ALTER TABLE asset_statuses_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT asset_statuses_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE asset_statuses SET (fillfactor = 85);
ALTER TABLE employees_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT employees_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE employees SET (fillfactor = 85);
ALTER TABLE assets_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT assets_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE assets SET (fillfactor = 85);
ALTER TABLE products_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT products_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE products SET (fillfactor = 85);
ALTER TABLE jobs_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT jobs_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE jobs SET (fillfactor = 85);
ALTER TABLE work_orders_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT work_orders_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE work_orders SET (fillfactor = 85);
ALTER TABLE tasks_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT tasks_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE tasks SET (fillfactor = 85);
ALTER TABLE forms_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT forms_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE forms SET (fillfactor = 85);
ALTER TABLE purchase_orders_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT purchase_orders_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE purchase_orders SET (fillfactor = 85);
ALTER TABLE routes_documents
  ADD COLUMN updated_on bigint,
  ADD COLUMN deleted boolean,
  ADD CONSTRAINT routes_stamped CHECK (updated_on IS NOT NULL AND deleted IS NOT NULL) NOT VALID,
  SET (fillfactor = 85);
ALTER TABLE routes SET (fillfactor = 85);
