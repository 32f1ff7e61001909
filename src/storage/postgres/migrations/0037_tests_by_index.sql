-- The deliveries of one test, which is no change: the first of them is found among all tests there were.
CREATE INDEX deliveries_of_test ON deliveries (subscription, webhook_id, id) WHERE sample IS NOT NULL;
