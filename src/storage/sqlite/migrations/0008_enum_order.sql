-- Enums are kept as their place in the declared order, counted from 0, so that lists compare and order by it. What the places
-- were made by is noted with the version of the folding: where the catalogue's order has moved since, all are made anew from
-- the documents when the database is opened.
--
-- SQLite gives no column another type, but lets a migration write it into the schema; the rows follow in the same transaction.

DROP INDEX work_orders_by_status;
DROP INDEX tasks_by_status;
DROP INDEX forms_by_status;
DROP INDEX purchase_orders_by_status;
DROP INDEX jobs_by_status;
DROP INDEX employees_by_status;
DROP INDEX users_by_status;
DROP INDEX routes_by_status;
DROP INDEX form_templates_by_status;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(sql, '  status TEXT', '  status INTEGER'), '  priority TEXT', '  priority INTEGER'), '  type TEXT', '  type INTEGER')
  WHERE type = 'table' AND name = 'work_orders';
UPDATE sqlite_schema SET sql = replace(replace(replace(sql, '  status TEXT', '  status INTEGER'), '  priority TEXT', '  priority INTEGER'), '  type TEXT', '  type INTEGER')
  WHERE type = 'table' AND name = 'tasks';
UPDATE sqlite_schema SET sql = replace(sql, '  criticality TEXT', '  criticality INTEGER')
  WHERE type = 'table' AND name = 'assets';
UPDATE sqlite_schema SET sql = replace(sql, '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'forms';
UPDATE sqlite_schema SET sql = replace(sql, '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'purchase_orders';
UPDATE sqlite_schema SET sql = replace(replace(sql, '  status TEXT', '  status INTEGER'), '  priority TEXT', '  priority INTEGER')
  WHERE type = 'table' AND name = 'jobs';
UPDATE sqlite_schema SET sql = replace(sql, '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'employees';
UPDATE sqlite_schema SET sql = replace(replace(sql, '  role TEXT', '  role INTEGER'), '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'users';
UPDATE sqlite_schema SET sql = replace(sql, '  type TEXT', '  type INTEGER')
  WHERE type = 'table' AND name = 'products';
UPDATE sqlite_schema SET sql = replace(sql, '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'routes';
UPDATE sqlite_schema SET sql = replace(sql, '  status TEXT', '  status INTEGER')
  WHERE type = 'table' AND name = 'form_templates';
UPDATE sqlite_schema SET sql = replace(sql, '  base_status TEXT', '  base_status INTEGER')
  WHERE type = 'table' AND name = 'asset_statuses';
UPDATE sqlite_schema SET sql = replace(sql, '  type TEXT', '  type INTEGER')
  WHERE type = 'table' AND name = 'locations';
UPDATE sqlite_schema SET sql = replace(sql, '  type TEXT', '  type INTEGER')
  WHERE type = 'table' AND name = 'vendors';
PRAGMA writable_schema = RESET;

UPDATE work_orders SET
  status = CASE status WHEN 'open' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'onhold' THEN 2 WHEN 'completed' THEN 3 WHEN 'cancelled' THEN 4 END,
  priority = CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END,
  type = CASE type WHEN 'reactive' THEN 0 WHEN 'preventive' THEN 1 WHEN 'inspection' THEN 2 WHEN 'project' THEN 3 WHEN 'other' THEN 4 END;
CREATE INDEX work_orders_by_status ON work_orders (account, status, id, deleted);
UPDATE tasks SET
  status = CASE status WHEN 'open' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'completed' THEN 2 WHEN 'cancelled' THEN 3 END,
  priority = CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END,
  type = CASE type WHEN 'checkbox' THEN 0 WHEN 'text' THEN 1 WHEN 'number' THEN 2 WHEN 'passfail' THEN 3 WHEN 'meter' THEN 4 END;
CREATE INDEX tasks_by_status ON tasks (account, status, id, deleted);
UPDATE assets SET
  criticality = CASE criticality WHEN 'low' THEN 0 WHEN 'medium' THEN 1 WHEN 'high' THEN 2 WHEN 'critical' THEN 3 END;
UPDATE forms SET
  status = CASE status WHEN 'draft' THEN 0 WHEN 'submitted' THEN 1 WHEN 'dismissed' THEN 2 END;
CREATE INDEX forms_by_status ON forms (account, status, id, deleted);
UPDATE purchase_orders SET
  status = CASE status WHEN 'draft' THEN 0 WHEN 'pendingapproval' THEN 1 WHEN 'approved' THEN 2 WHEN 'sent' THEN 3 WHEN 'partiallyfulfilled' THEN 4 WHEN 'completed' THEN 5 WHEN 'cancelled' THEN 6 END;
CREATE INDEX purchase_orders_by_status ON purchase_orders (account, status, id, deleted);
UPDATE jobs SET
  status = CASE status WHEN 'scheduled' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'onhold' THEN 2 WHEN 'completed' THEN 3 WHEN 'cancelled' THEN 4 END,
  priority = CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END;
CREATE INDEX jobs_by_status ON jobs (account, status, id, deleted);
UPDATE employees SET
  status = CASE status WHEN 'active' THEN 0 WHEN 'onleave' THEN 1 WHEN 'terminated' THEN 2 END;
CREATE INDEX employees_by_status ON employees (account, status, id, deleted);
UPDATE users SET
  role = CASE role WHEN 'admin' THEN 0 WHEN 'manager' THEN 1 WHEN 'technician' THEN 2 WHEN 'readonly' THEN 3 END,
  status = CASE status WHEN 'invited' THEN 0 WHEN 'active' THEN 1 WHEN 'disabled' THEN 2 END;
CREATE INDEX users_by_status ON users (account, status, id, deleted);
UPDATE products SET
  type = CASE type WHEN 'part' THEN 0 WHEN 'consumable' THEN 1 WHEN 'tool' THEN 2 WHEN 'service' THEN 3 END;
UPDATE routes SET
  status = CASE status WHEN 'planned' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'completed' THEN 2 WHEN 'cancelled' THEN 3 END;
CREATE INDEX routes_by_status ON routes (account, status, id, deleted);
UPDATE form_templates SET
  status = CASE status WHEN 'draft' THEN 0 WHEN 'published' THEN 1 WHEN 'archived' THEN 2 END;
CREATE INDEX form_templates_by_status ON form_templates (account, status, id, deleted);
UPDATE asset_statuses SET
  base_status = CASE base_status WHEN 'operational' THEN 0 WHEN 'degraded' THEN 1 WHEN 'down' THEN 2 WHEN 'retired' THEN 3 END;
UPDATE locations SET
  type = CASE type WHEN 'site' THEN 0 WHEN 'building' THEN 1 WHEN 'floor' THEN 2 WHEN 'unit' THEN 3 WHEN 'yard' THEN 4 WHEN 'bay' THEN 5 WHEN 'vehicle' THEN 6 END;
UPDATE vendors SET
  type = CASE type WHEN 'supplier' THEN 0 WHEN 'contractor' THEN 1 WHEN 'both' THEN 2 END;

UPDATE meta SET value = value || ' bd9eca9089ef' WHERE name = 'fold_version';
