-- What waits for a subscription, oldest first: with more records waiting than can be looked at in one go, heads are found by it.

CREATE INDEX deliveries_in_order ON deliveries (subscription, id) WHERE state = 'waiting';
