-- Accounts, their integrations, and the records of all fifteen types.
--
-- Texts that are compared hold their folded form. Decimals are scaled integers, timestamps milliseconds since 1970,
-- dates YYYY-MM-DD, booleans 0 and 1. A column `<name>_exact` holds a text as written, where uniqueness is about that.
--
-- Each record type has two tables: projections, which filters and orders read, and documents, the JSON text exactly as
-- it is answered. Both have the same `key`. List indexes end in `id, deleted` and carry the key, so a deep page is found
-- without reading the tables, and documents are fetched without reading the projections.

CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  key INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: what still names a removed account must not reach a new one
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  frozen INTEGER NOT NULL DEFAULT FALSE
) STRICT;

CREATE TABLE integrations (
  id TEXT PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  areas TEXT NOT NULL, -- separated by commas
  api_key TEXT NOT NULL UNIQUE,
  secret_hash BLOB NOT NULL,
  previous_secret_hash BLOB,
  previous_valid_until INTEGER,
  submitter TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  revoked_on INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX integrations_by_account ON integrations (account, created_on);

-- The newest id of each record type of an account.
CREATE TABLE record_counters (
  account INTEGER NOT NULL REFERENCES accounts (key),
  type TEXT NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (account, type)
) STRICT, WITHOUT ROWID;

-- The first answer to a POST under an Idempotency-Key.
CREATE TABLE idempotency_keys (
  account INTEGER NOT NULL REFERENCES accounts (key),
  integration_id TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  PRIMARY KEY (account, integration_id, key)
) STRICT;
CREATE INDEX idempotency_keys_by_created_on ON idempotency_keys (created_on);

-- The outbox: one row per change that somebody may hear of, with the text of the record as it then was, and one row per
-- event.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  account INTEGER NOT NULL REFERENCES accounts (key),
  type TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  text TEXT NOT NULL,
  submitter TEXT NOT NULL,
  committed_on INTEGER NOT NULL,
  filter_value INTEGER,
  content_hash TEXT NOT NULL
) STRICT;
CREATE INDEX changes_by_account ON changes (account);

CREATE TABLE events (
  change_seq INTEGER NOT NULL REFERENCES changes (seq) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES accounts (key),
  action TEXT NOT NULL,
  PRIMARY KEY (change_seq, action)
) STRICT, WITHOUT ROWID;

CREATE TABLE boards (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  position INTEGER NOT NULL,
  archived INTEGER NOT NULL,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE boards_documents (
  key INTEGER PRIMARY KEY REFERENCES boards (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX boards_by_id ON boards (account, id, deleted);
CREATE INDEX boards_by_name ON boards (account, name, id, deleted);
CREATE INDEX boards_by_external_id ON boards (account, external_id, id, deleted);
CREATE INDEX boards_by_created_on ON boards (account, created_on, id, deleted);
CREATE INDEX boards_by_updated_on ON boards (account, updated_on, id, deleted);
CREATE UNIQUE INDEX boards_unique_external_id ON boards (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE locations (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  code TEXT,
  parent_location_id INTEGER,
  type TEXT NOT NULL,
  address1 TEXT,
  address2 TEXT,
  city TEXT,
  region TEXT,
  postal_code TEXT,
  country TEXT,
  latitude INTEGER,
  longitude INTEGER,
  time_zone TEXT NOT NULL,
  active INTEGER NOT NULL,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, parent_location_id) REFERENCES locations (account, id)
) STRICT;
CREATE TABLE locations_documents (
  key INTEGER PRIMARY KEY REFERENCES locations (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX locations_by_id ON locations (account, id, deleted);
CREATE INDEX locations_by_name ON locations (account, name, id, deleted);
CREATE INDEX locations_by_parent_location_id ON locations (account, parent_location_id, id, deleted);
CREATE INDEX locations_by_external_id ON locations (account, external_id, id, deleted);
CREATE INDEX locations_by_created_on ON locations (account, created_on, id, deleted);
CREATE INDEX locations_by_updated_on ON locations (account, updated_on, id, deleted);
CREATE UNIQUE INDEX locations_unique_external_id ON locations (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE asset_statuses (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  base_status TEXT NOT NULL,
  position INTEGER NOT NULL,
  colour TEXT,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE asset_statuses_documents (
  key INTEGER PRIMARY KEY REFERENCES asset_statuses (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX asset_statuses_by_id ON asset_statuses (account, id, deleted);
CREATE INDEX asset_statuses_by_name ON asset_statuses (account, name, id, deleted);
CREATE INDEX asset_statuses_by_external_id ON asset_statuses (account, external_id, id, deleted);
CREATE INDEX asset_statuses_by_created_on ON asset_statuses (account, created_on, id, deleted);
CREATE INDEX asset_statuses_by_updated_on ON asset_statuses (account, updated_on, id, deleted);
CREATE UNIQUE INDEX asset_statuses_unique_external_id ON asset_statuses (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE vendors (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  vendor_number TEXT,
  type TEXT NOT NULL,
  contact_name TEXT,
  email TEXT,
  phone TEXT,
  website TEXT,
  payment_terms TEXT,
  tax_number TEXT,
  hourly_rate INTEGER,
  active INTEGER NOT NULL,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE vendors_documents (
  key INTEGER PRIMARY KEY REFERENCES vendors (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX vendors_by_id ON vendors (account, id, deleted);
CREATE INDEX vendors_by_name ON vendors (account, name, id, deleted);
CREATE INDEX vendors_by_external_id ON vendors (account, external_id, id, deleted);
CREATE INDEX vendors_by_created_on ON vendors (account, created_on, id, deleted);
CREATE INDEX vendors_by_updated_on ON vendors (account, updated_on, id, deleted);
CREATE UNIQUE INDEX vendors_unique_external_id ON vendors (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE users (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  email TEXT NOT NULL,
  first_name TEXT,
  last_name TEXT,
  phone TEXT,
  role TEXT NOT NULL,
  company_settings INTEGER NOT NULL,
  status TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  locale TEXT NOT NULL,
  last_login_on INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE users_documents (
  key INTEGER PRIMARY KEY REFERENCES users (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX users_by_id ON users (account, id, deleted);
CREATE INDEX users_by_email ON users (account, email, id, deleted);
CREATE INDEX users_by_status ON users (account, status, id, deleted);
CREATE INDEX users_by_external_id ON users (account, external_id, id, deleted);
CREATE INDEX users_by_created_on ON users (account, created_on, id, deleted);
CREATE INDEX users_by_updated_on ON users (account, updated_on, id, deleted);
CREATE UNIQUE INDEX users_unique_email ON users (account, email)
  WHERE deleted = FALSE;
CREATE UNIQUE INDEX users_unique_external_id ON users (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE employees (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  employee_number TEXT,
  employee_number_exact TEXT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  job_title TEXT,
  department TEXT,
  status TEXT NOT NULL,
  hired_on TEXT,
  terminated_on TEXT,
  manager_employee_id INTEGER,
  home_location_id INTEGER,
  user_id INTEGER,
  hourly_rate INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, manager_employee_id) REFERENCES employees (account, id),
  FOREIGN KEY (account, home_location_id) REFERENCES locations (account, id),
  FOREIGN KEY (account, user_id) REFERENCES users (account, id)
) STRICT;
CREATE TABLE employees_documents (
  key INTEGER PRIMARY KEY REFERENCES employees (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX employees_by_id ON employees (account, id, deleted);
CREATE INDEX employees_by_employee_number ON employees (account, employee_number, id, deleted);
CREATE INDEX employees_by_status ON employees (account, status, id, deleted);
CREATE INDEX employees_by_manager_employee_id ON employees (account, manager_employee_id, id, deleted);
CREATE INDEX employees_by_home_location_id ON employees (account, home_location_id, id, deleted);
CREATE INDEX employees_by_user_id ON employees (account, user_id, id, deleted);
CREATE INDEX employees_by_external_id ON employees (account, external_id, id, deleted);
CREATE INDEX employees_by_created_on ON employees (account, created_on, id, deleted);
CREATE INDEX employees_by_updated_on ON employees (account, updated_on, id, deleted);
CREATE UNIQUE INDEX employees_unique_employee_number ON employees (account, employee_number_exact)
  WHERE deleted = FALSE AND employee_number_exact IS NOT NULL;
CREATE UNIQUE INDEX employees_unique_external_id ON employees (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE assets (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  asset_number TEXT,
  asset_number_exact TEXT,
  serial_number TEXT,
  barcode TEXT,
  manufacturer TEXT,
  model TEXT,
  model_year INTEGER,
  category TEXT,
  parent_asset_id INTEGER,
  location_id INTEGER,
  asset_status_id INTEGER,
  criticality TEXT,
  vendor_id INTEGER,
  assigned_employee_id INTEGER,
  purchased_on TEXT,
  in_service_on TEXT,
  warranty_expires_on TEXT,
  retired_on TEXT,
  purchase_cost INTEGER,
  meter_unit TEXT,
  meter_value INTEGER,
  meter_read_on INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, parent_asset_id) REFERENCES assets (account, id),
  FOREIGN KEY (account, location_id) REFERENCES locations (account, id),
  FOREIGN KEY (account, asset_status_id) REFERENCES asset_statuses (account, id),
  FOREIGN KEY (account, vendor_id) REFERENCES vendors (account, id),
  FOREIGN KEY (account, assigned_employee_id) REFERENCES employees (account, id)
) STRICT;
CREATE TABLE assets_documents (
  key INTEGER PRIMARY KEY REFERENCES assets (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX assets_by_id ON assets (account, id, deleted);
CREATE INDEX assets_by_name ON assets (account, name, id, deleted);
CREATE INDEX assets_by_asset_number ON assets (account, asset_number, id, deleted);
CREATE INDEX assets_by_parent_asset_id ON assets (account, parent_asset_id, id, deleted);
CREATE INDEX assets_by_location_id ON assets (account, location_id, id, deleted);
CREATE INDEX assets_by_asset_status_id ON assets (account, asset_status_id, id, deleted);
CREATE INDEX assets_by_vendor_id ON assets (account, vendor_id, id, deleted);
CREATE INDEX assets_by_assigned_employee_id ON assets (account, assigned_employee_id, id, deleted);
CREATE INDEX assets_by_external_id ON assets (account, external_id, id, deleted);
CREATE INDEX assets_by_created_on ON assets (account, created_on, id, deleted);
CREATE INDEX assets_by_updated_on ON assets (account, updated_on, id, deleted);
CREATE UNIQUE INDEX assets_unique_asset_number ON assets (account, asset_number_exact)
  WHERE deleted = FALSE AND asset_number_exact IS NOT NULL;
CREATE UNIQUE INDEX assets_unique_external_id ON assets (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE jobs (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  type TEXT,
  priority TEXT NOT NULL,
  customer_name TEXT,
  contact_name TEXT,
  contact_phone TEXT,
  contact_email TEXT,
  customer_reference TEXT,
  location_id INTEGER,
  manager_employee_id INTEGER,
  scheduled_start_on INTEGER,
  scheduled_end_on INTEGER,
  started_on INTEGER,
  completed_on INTEGER,
  cancelled_on INTEGER,
  cancel_reason TEXT,
  budget_amount INTEGER,
  notes TEXT,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, location_id) REFERENCES locations (account, id),
  FOREIGN KEY (account, manager_employee_id) REFERENCES employees (account, id)
) STRICT;
CREATE TABLE jobs_documents (
  key INTEGER PRIMARY KEY REFERENCES jobs (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX jobs_by_id ON jobs (account, id, deleted);
CREATE INDEX jobs_by_name ON jobs (account, name, id, deleted);
CREATE INDEX jobs_by_status ON jobs (account, status, id, deleted);
CREATE INDEX jobs_by_location_id ON jobs (account, location_id, id, deleted);
CREATE INDEX jobs_by_manager_employee_id ON jobs (account, manager_employee_id, id, deleted);
CREATE INDEX jobs_by_scheduled_start_on ON jobs (account, scheduled_start_on, id, deleted);
CREATE INDEX jobs_by_external_id ON jobs (account, external_id, id, deleted);
CREATE INDEX jobs_by_created_on ON jobs (account, created_on, id, deleted);
CREATE INDEX jobs_by_updated_on ON jobs (account, updated_on, id, deleted);
CREATE UNIQUE INDEX jobs_unique_external_id ON jobs (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE work_orders (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  hold_reason TEXT,
  priority TEXT NOT NULL,
  type TEXT NOT NULL,
  category TEXT,
  board_id INTEGER,
  asset_id INTEGER,
  location_id INTEGER,
  job_id INTEGER,
  parent_work_order_id INTEGER,
  vendor_id INTEGER,
  assigned_employee_id INTEGER,
  requester_name TEXT,
  requester_email TEXT,
  due_on INTEGER,
  scheduled_start_on INTEGER,
  scheduled_end_on INTEGER,
  started_on INTEGER,
  completed_on INTEGER,
  cancelled_on INTEGER,
  cancel_reason TEXT,
  completion_notes TEXT,
  estimated_minutes INTEGER,
  labour_minutes INTEGER NOT NULL,
  labour_cost INTEGER NOT NULL,
  parts_cost INTEGER NOT NULL,
  other_cost INTEGER NOT NULL,
  total_cost INTEGER NOT NULL,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, board_id) REFERENCES boards (account, id),
  FOREIGN KEY (account, asset_id) REFERENCES assets (account, id),
  FOREIGN KEY (account, location_id) REFERENCES locations (account, id),
  FOREIGN KEY (account, job_id) REFERENCES jobs (account, id),
  FOREIGN KEY (account, parent_work_order_id) REFERENCES work_orders (account, id),
  FOREIGN KEY (account, vendor_id) REFERENCES vendors (account, id),
  FOREIGN KEY (account, assigned_employee_id) REFERENCES employees (account, id)
) STRICT;
CREATE TABLE work_orders_documents (
  key INTEGER PRIMARY KEY REFERENCES work_orders (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX work_orders_by_id ON work_orders (account, id, deleted);
CREATE INDEX work_orders_by_name ON work_orders (account, name, id, deleted);
CREATE INDEX work_orders_by_status ON work_orders (account, status, id, deleted);
CREATE INDEX work_orders_by_board_id ON work_orders (account, board_id, id, deleted);
CREATE INDEX work_orders_by_asset_id ON work_orders (account, asset_id, id, deleted);
CREATE INDEX work_orders_by_location_id ON work_orders (account, location_id, id, deleted);
CREATE INDEX work_orders_by_job_id ON work_orders (account, job_id, id, deleted);
CREATE INDEX work_orders_by_parent_work_order_id ON work_orders (account, parent_work_order_id, id, deleted);
CREATE INDEX work_orders_by_vendor_id ON work_orders (account, vendor_id, id, deleted);
CREATE INDEX work_orders_by_assigned_employee_id ON work_orders (account, assigned_employee_id, id, deleted);
CREATE INDEX work_orders_by_due_on ON work_orders (account, due_on, id, deleted);
CREATE INDEX work_orders_by_scheduled_start_on ON work_orders (account, scheduled_start_on, id, deleted);
CREATE INDEX work_orders_by_external_id ON work_orders (account, external_id, id, deleted);
CREATE INDEX work_orders_by_created_on ON work_orders (account, created_on, id, deleted);
CREATE INDEX work_orders_by_updated_on ON work_orders (account, updated_on, id, deleted);
CREATE UNIQUE INDEX work_orders_unique_external_id ON work_orders (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE tasks (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  work_order_id INTEGER,
  job_id INTEGER,
  asset_id INTEGER,
  assigned_employee_id INTEGER,
  position INTEGER NOT NULL,
  required INTEGER NOT NULL,
  priority TEXT NOT NULL,
  type TEXT NOT NULL,
  result TEXT,
  notes TEXT,
  due_on INTEGER,
  started_on INTEGER,
  completed_on INTEGER,
  cancelled_on INTEGER,
  cancel_reason TEXT,
  estimated_minutes INTEGER,
  spent_minutes INTEGER,
  task_external_messaging_id INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, work_order_id) REFERENCES work_orders (account, id),
  FOREIGN KEY (account, job_id) REFERENCES jobs (account, id),
  FOREIGN KEY (account, asset_id) REFERENCES assets (account, id),
  FOREIGN KEY (account, assigned_employee_id) REFERENCES employees (account, id)
) STRICT;
CREATE TABLE tasks_documents (
  key INTEGER PRIMARY KEY REFERENCES tasks (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_by_id ON tasks (account, id, deleted);
CREATE INDEX tasks_by_name ON tasks (account, name, id, deleted);
CREATE INDEX tasks_by_status ON tasks (account, status, id, deleted);
CREATE INDEX tasks_by_work_order_id ON tasks (account, work_order_id, id, deleted);
CREATE INDEX tasks_by_job_id ON tasks (account, job_id, id, deleted);
CREATE INDEX tasks_by_asset_id ON tasks (account, asset_id, id, deleted);
CREATE INDEX tasks_by_assigned_employee_id ON tasks (account, assigned_employee_id, id, deleted);
CREATE INDEX tasks_by_due_on ON tasks (account, due_on, id, deleted);
CREATE INDEX tasks_by_task_external_messaging_id ON tasks (account, task_external_messaging_id, id, deleted);
CREATE INDEX tasks_by_external_id ON tasks (account, external_id, id, deleted);
CREATE INDEX tasks_by_created_on ON tasks (account, created_on, id, deleted);
CREATE INDEX tasks_by_updated_on ON tasks (account, updated_on, id, deleted);
CREATE UNIQUE INDEX tasks_unique_external_id ON tasks (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE form_templates (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  status TEXT NOT NULL,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id)
) STRICT;
CREATE TABLE form_templates_documents (
  key INTEGER PRIMARY KEY REFERENCES form_templates (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX form_templates_by_id ON form_templates (account, id, deleted);
CREATE INDEX form_templates_by_name ON form_templates (account, name, id, deleted);
CREATE INDEX form_templates_by_status ON form_templates (account, status, id, deleted);
CREATE INDEX form_templates_by_external_id ON form_templates (account, external_id, id, deleted);
CREATE INDEX form_templates_by_created_on ON form_templates (account, created_on, id, deleted);
CREATE INDEX form_templates_by_updated_on ON form_templates (account, updated_on, id, deleted);
CREATE UNIQUE INDEX form_templates_unique_external_id ON form_templates (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE forms (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  form_template_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  work_order_id INTEGER,
  task_id INTEGER,
  asset_id INTEGER,
  location_id INTEGER,
  job_id INTEGER,
  assigned_employee_id INTEGER,
  due_on INTEGER,
  submitted_on INTEGER,
  score INTEGER,
  passed INTEGER,
  flagged_count INTEGER NOT NULL,
  amends_form_id INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, form_template_id) REFERENCES form_templates (account, id),
  FOREIGN KEY (account, work_order_id) REFERENCES work_orders (account, id),
  FOREIGN KEY (account, task_id) REFERENCES tasks (account, id),
  FOREIGN KEY (account, asset_id) REFERENCES assets (account, id),
  FOREIGN KEY (account, location_id) REFERENCES locations (account, id),
  FOREIGN KEY (account, job_id) REFERENCES jobs (account, id),
  FOREIGN KEY (account, assigned_employee_id) REFERENCES employees (account, id),
  FOREIGN KEY (account, amends_form_id) REFERENCES forms (account, id)
) STRICT;
CREATE TABLE forms_documents (
  key INTEGER PRIMARY KEY REFERENCES forms (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX forms_by_id ON forms (account, id, deleted);
CREATE INDEX forms_by_name ON forms (account, name, id, deleted);
CREATE INDEX forms_by_form_template_id ON forms (account, form_template_id, id, deleted);
CREATE INDEX forms_by_status ON forms (account, status, id, deleted);
CREATE INDEX forms_by_work_order_id ON forms (account, work_order_id, id, deleted);
CREATE INDEX forms_by_task_id ON forms (account, task_id, id, deleted);
CREATE INDEX forms_by_asset_id ON forms (account, asset_id, id, deleted);
CREATE INDEX forms_by_location_id ON forms (account, location_id, id, deleted);
CREATE INDEX forms_by_job_id ON forms (account, job_id, id, deleted);
CREATE INDEX forms_by_assigned_employee_id ON forms (account, assigned_employee_id, id, deleted);
CREATE INDEX forms_by_due_on ON forms (account, due_on, id, deleted);
CREATE INDEX forms_by_amends_form_id ON forms (account, amends_form_id, id, deleted);
CREATE INDEX forms_by_external_id ON forms (account, external_id, id, deleted);
CREATE INDEX forms_by_created_on ON forms (account, created_on, id, deleted);
CREATE INDEX forms_by_updated_on ON forms (account, updated_on, id, deleted);
CREATE UNIQUE INDEX forms_unique_external_id ON forms (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE purchase_orders (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  number TEXT NOT NULL,
  number_exact TEXT NOT NULL,
  name TEXT,
  status TEXT NOT NULL,
  vendor_id INTEGER,
  work_order_id INTEGER,
  job_id INTEGER,
  ship_to_location_id INTEGER,
  currency TEXT NOT NULL,
  ordered_on TEXT,
  expected_on TEXT,
  approved_on INTEGER,
  sent_on INTEGER,
  completed_on INTEGER,
  cancelled_on INTEGER,
  cancel_reason TEXT,
  subtotal INTEGER NOT NULL,
  tax_amount INTEGER NOT NULL,
  shipping_amount INTEGER NOT NULL,
  total INTEGER NOT NULL,
  received_percent INTEGER NOT NULL,
  vendor_reference TEXT,
  notes_to_vendor TEXT,
  internal_notes TEXT,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, vendor_id) REFERENCES vendors (account, id),
  FOREIGN KEY (account, work_order_id) REFERENCES work_orders (account, id),
  FOREIGN KEY (account, job_id) REFERENCES jobs (account, id),
  FOREIGN KEY (account, ship_to_location_id) REFERENCES locations (account, id)
) STRICT;
CREATE TABLE purchase_orders_documents (
  key INTEGER PRIMARY KEY REFERENCES purchase_orders (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX purchase_orders_by_id ON purchase_orders (account, id, deleted);
CREATE INDEX purchase_orders_by_number ON purchase_orders (account, number, id, deleted);
CREATE INDEX purchase_orders_by_name ON purchase_orders (account, name, id, deleted);
CREATE INDEX purchase_orders_by_status ON purchase_orders (account, status, id, deleted);
CREATE INDEX purchase_orders_by_vendor_id ON purchase_orders (account, vendor_id, id, deleted);
CREATE INDEX purchase_orders_by_work_order_id ON purchase_orders (account, work_order_id, id, deleted);
CREATE INDEX purchase_orders_by_job_id ON purchase_orders (account, job_id, id, deleted);
CREATE INDEX purchase_orders_by_ship_to_location_id ON purchase_orders (account, ship_to_location_id, id, deleted);
CREATE INDEX purchase_orders_by_external_id ON purchase_orders (account, external_id, id, deleted);
CREATE INDEX purchase_orders_by_created_on ON purchase_orders (account, created_on, id, deleted);
CREATE INDEX purchase_orders_by_updated_on ON purchase_orders (account, updated_on, id, deleted);
CREATE UNIQUE INDEX purchase_orders_unique_number ON purchase_orders (account, number_exact)
  WHERE deleted = FALSE;
CREATE UNIQUE INDEX purchase_orders_unique_external_id ON purchase_orders (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE products (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  sku TEXT NOT NULL,
  sku_exact TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT,
  type TEXT NOT NULL,
  unit TEXT NOT NULL,
  unit_cost INTEGER,
  unit_price INTEGER,
  barcode TEXT,
  manufacturer TEXT,
  manufacturer_part_number TEXT,
  preferred_vendor_id INTEGER,
  vendor_part_number TEXT,
  stocked INTEGER NOT NULL,
  active INTEGER NOT NULL,
  quantity_on_hand INTEGER NOT NULL,
  minimum_quantity INTEGER,
  maximum_quantity INTEGER,
  location_id INTEGER,
  bin TEXT,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, preferred_vendor_id) REFERENCES vendors (account, id),
  FOREIGN KEY (account, location_id) REFERENCES locations (account, id)
) STRICT;
CREATE TABLE products_documents (
  key INTEGER PRIMARY KEY REFERENCES products (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX products_by_id ON products (account, id, deleted);
CREATE INDEX products_by_sku ON products (account, sku, id, deleted);
CREATE INDEX products_by_name ON products (account, name, id, deleted);
CREATE INDEX products_by_preferred_vendor_id ON products (account, preferred_vendor_id, id, deleted);
CREATE INDEX products_by_location_id ON products (account, location_id, id, deleted);
CREATE INDEX products_by_external_id ON products (account, external_id, id, deleted);
CREATE INDEX products_by_created_on ON products (account, created_on, id, deleted);
CREATE INDEX products_by_updated_on ON products (account, updated_on, id, deleted);
CREATE UNIQUE INDEX products_unique_sku ON products (account, sku_exact)
  WHERE deleted = FALSE;
CREATE UNIQUE INDEX products_unique_external_id ON products (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;

CREATE TABLE routes (
  key INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES accounts (key),
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL,
  assigned_employee_id INTEGER,
  vehicle_asset_id INTEGER,
  job_id INTEGER,
  scheduled_start_on INTEGER,
  scheduled_end_on INTEGER,
  started_on INTEGER,
  completed_on INTEGER,
  cancelled_on INTEGER,
  external_id TEXT,
  external_id_exact TEXT,
  created_on INTEGER NOT NULL,
  updated_on INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  UNIQUE (account, id),
  FOREIGN KEY (account, assigned_employee_id) REFERENCES employees (account, id),
  FOREIGN KEY (account, vehicle_asset_id) REFERENCES assets (account, id),
  FOREIGN KEY (account, job_id) REFERENCES jobs (account, id)
) STRICT;
CREATE TABLE routes_documents (
  key INTEGER PRIMARY KEY REFERENCES routes (key),
  version INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX routes_by_id ON routes (account, id, deleted);
CREATE INDEX routes_by_name ON routes (account, name, id, deleted);
CREATE INDEX routes_by_status ON routes (account, status, id, deleted);
CREATE INDEX routes_by_assigned_employee_id ON routes (account, assigned_employee_id, id, deleted);
CREATE INDEX routes_by_vehicle_asset_id ON routes (account, vehicle_asset_id, id, deleted);
CREATE INDEX routes_by_job_id ON routes (account, job_id, id, deleted);
CREATE INDEX routes_by_scheduled_start_on ON routes (account, scheduled_start_on, id, deleted);
CREATE INDEX routes_by_external_id ON routes (account, external_id, id, deleted);
CREATE INDEX routes_by_created_on ON routes (account, created_on, id, deleted);
CREATE INDEX routes_by_updated_on ON routes (account, updated_on, id, deleted);
CREATE UNIQUE INDEX routes_unique_external_id ON routes (account, external_id_exact)
  WHERE deleted = FALSE AND external_id_exact IS NOT NULL;
