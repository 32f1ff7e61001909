-- What purchase orders take that are written without a currency. Accounts from before keep what orders had until now.

ALTER TABLE accounts ADD COLUMN currency text NOT NULL DEFAULT 'USD';
