-- Integrations that write nothing themselves: they propose, and a person decides.

ALTER TABLE integrations ADD COLUMN proposes_only INTEGER NOT NULL DEFAULT FALSE;
