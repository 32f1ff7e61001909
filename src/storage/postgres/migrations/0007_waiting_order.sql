-- What waits for a subscription, oldest first: with more records waiting than can be looked at in one go, heads are found by it. On an
-- expression, so that no statement is planned with it but the one that says so: to the planner it looks good for finding the
-- lowest delivery of one record, and then walks through all others.

CREATE INDEX deliveries_in_order ON deliveries (subscription, (id + 0)) WHERE state = 'waiting';
