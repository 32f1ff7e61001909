-- What figures of an account's work orders look at, and nothing else: a tenth of the table, so that a figure over all of them, or over those
-- completed in a span, is counted without reading the table.

CREATE INDEX work_orders_for_figures ON work_orders (account, completed_on) INCLUDE (deleted, type, board_id, location_id, asset_id, created_on,
  cancelled_on, started_on, labour_minutes, total_cost, labour_cost, parts_cost, other_cost);
