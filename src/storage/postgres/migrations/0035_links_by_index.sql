-- The links of an account that still open something, the newest first, however many there are.
CREATE INDEX links_open ON links (account, created_on) WHERE used_on IS NULL;

-- What a use of a link has won, among the links of everybody.
CREATE INDEX links_by_use ON links (used_as) WHERE used_as IS NOT NULL;

-- What is over, and to be forgotten.
CREATE INDEX links_by_expires_on ON links (expires_on);
CREATE INDEX sessions_by_created_on ON sessions (created_on);
