-- The keys that secrets are under are found at every start, however many secrets there are. What was noted of them before did not know of
-- those that another instance wrote under a key of its own.
CREATE INDEX subscriptions_headers_by_key ON subscriptions (substr(sealed_headers, 6, 8)) WHERE substr(sealed_headers, 1, 5) = 'mds1.';
CREATE INDEX subscriptions_secrets_by_key ON subscriptions (substr(signing_secrets, 6, 8)) WHERE substr(signing_secrets, 1, 5) = 'mds1.';
CREATE INDEX idempotency_keys_by_key ON idempotency_keys (substr(text, 6, 8)) WHERE substr(text, 1, 5) = 'mds1.';
CREATE INDEX mail_by_key ON mail (substr(sealed, 6, 8)) WHERE substr(sealed, 1, 5) = 'mds1.';
DELETE FROM meta WHERE name = 'secret_keys';
