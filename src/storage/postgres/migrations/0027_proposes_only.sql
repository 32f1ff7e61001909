-- Integrations that write nothing themselves: they propose, and a person decides.

ALTER TABLE integrations ADD COLUMN proposes_only boolean NOT NULL DEFAULT FALSE;
