-- Enums are kept as their place in the declared order, counted from 0, so that lists compare and order by it. What the places
-- were made by is noted with the version of the folding: where the catalogue's order has moved since, all are made anew from
-- the documents when the database is opened.
--
-- Each table is written anew once, with its indexes: that leaves nothing dead behind, as an UPDATE of every row would. Instances
-- of the version before cannot read these columns any more: stop them first.

ALTER TABLE work_orders
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'open' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'onhold' THEN 2 WHEN 'completed' THEN 3 WHEN 'cancelled' THEN 4 END,
  ALTER COLUMN priority TYPE smallint USING CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END,
  ALTER COLUMN type TYPE smallint USING CASE type WHEN 'reactive' THEN 0 WHEN 'preventive' THEN 1 WHEN 'inspection' THEN 2 WHEN 'project' THEN 3 WHEN 'other' THEN 4 END;
ALTER TABLE tasks
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'open' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'completed' THEN 2 WHEN 'cancelled' THEN 3 END,
  ALTER COLUMN priority TYPE smallint USING CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END,
  ALTER COLUMN type TYPE smallint USING CASE type WHEN 'checkbox' THEN 0 WHEN 'text' THEN 1 WHEN 'number' THEN 2 WHEN 'passfail' THEN 3 WHEN 'meter' THEN 4 END;
ALTER TABLE assets
  ALTER COLUMN criticality TYPE smallint USING CASE criticality WHEN 'low' THEN 0 WHEN 'medium' THEN 1 WHEN 'high' THEN 2 WHEN 'critical' THEN 3 END;
ALTER TABLE forms
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'draft' THEN 0 WHEN 'submitted' THEN 1 WHEN 'dismissed' THEN 2 END;
ALTER TABLE purchase_orders
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'draft' THEN 0 WHEN 'pendingapproval' THEN 1 WHEN 'approved' THEN 2 WHEN 'sent' THEN 3 WHEN 'partiallyfulfilled' THEN 4 WHEN 'completed' THEN 5 WHEN 'cancelled' THEN 6 END;
ALTER TABLE jobs
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'scheduled' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'onhold' THEN 2 WHEN 'completed' THEN 3 WHEN 'cancelled' THEN 4 END,
  ALTER COLUMN priority TYPE smallint USING CASE priority WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'urgent' THEN 4 END;
ALTER TABLE employees
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'active' THEN 0 WHEN 'onleave' THEN 1 WHEN 'terminated' THEN 2 END;
ALTER TABLE users
  ALTER COLUMN role TYPE smallint USING CASE role WHEN 'admin' THEN 0 WHEN 'manager' THEN 1 WHEN 'technician' THEN 2 WHEN 'readonly' THEN 3 END,
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'invited' THEN 0 WHEN 'active' THEN 1 WHEN 'disabled' THEN 2 END;
ALTER TABLE products
  ALTER COLUMN type TYPE smallint USING CASE type WHEN 'part' THEN 0 WHEN 'consumable' THEN 1 WHEN 'tool' THEN 2 WHEN 'service' THEN 3 END;
ALTER TABLE routes
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'planned' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'completed' THEN 2 WHEN 'cancelled' THEN 3 END;
ALTER TABLE form_templates
  ALTER COLUMN status TYPE smallint USING CASE status WHEN 'draft' THEN 0 WHEN 'published' THEN 1 WHEN 'archived' THEN 2 END;
ALTER TABLE asset_statuses
  ALTER COLUMN base_status TYPE smallint USING CASE base_status WHEN 'operational' THEN 0 WHEN 'degraded' THEN 1 WHEN 'down' THEN 2 WHEN 'retired' THEN 3 END;
ALTER TABLE locations
  ALTER COLUMN type TYPE smallint USING CASE type WHEN 'site' THEN 0 WHEN 'building' THEN 1 WHEN 'floor' THEN 2 WHEN 'unit' THEN 3 WHEN 'yard' THEN 4 WHEN 'bay' THEN 5 WHEN 'vehicle' THEN 6 END;
ALTER TABLE vendors
  ALTER COLUMN type TYPE smallint USING CASE type WHEN 'supplier' THEN 0 WHEN 'contractor' THEN 1 WHEN 'both' THEN 2 END;

-- What is known of the values went with their type.
ANALYZE work_orders;
ANALYZE tasks;
ANALYZE assets;
ANALYZE forms;
ANALYZE purchase_orders;
ANALYZE jobs;
ANALYZE employees;
ANALYZE users;
ANALYZE products;
ANALYZE routes;
ANALYZE form_templates;
ANALYZE asset_statuses;
ANALYZE locations;
ANALYZE vendors;

UPDATE meta SET value = value || ' bd9eca9089ef' WHERE name IN ('fold_version', 'fold_target');
