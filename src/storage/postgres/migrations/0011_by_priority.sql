-- The order people ask for most after the date: by urgency.

CREATE INDEX work_orders_by_priority ON work_orders (account, priority NULLS FIRST, id, deleted);
CREATE INDEX tasks_by_priority ON tasks (account, priority NULLS FIRST, id, deleted);
CREATE INDEX jobs_by_priority ON jobs (account, priority NULLS FIRST, id, deleted);
