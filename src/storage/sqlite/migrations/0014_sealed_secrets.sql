-- Secrets of subscriptions are kept encrypted. The column has another name since it holds something else: a program that does not know
-- how to read it fails to, instead of sending deliveries without their headers. What was kept in clear is encrypted at the first start.
ALTER TABLE subscriptions RENAME COLUMN headers TO sealed_headers;
ALTER TABLE subscriptions ADD COLUMN signing_secrets TEXT; -- the newest first, encrypted as one
