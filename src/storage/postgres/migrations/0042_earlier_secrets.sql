-- Secrets of a key from before its previous one that are still in their grace, newest first: whoever lost the answer with a new secret asks again.

ALTER TABLE integrations ADD COLUMN earlier_secrets text;
