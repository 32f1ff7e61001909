-- What is over is found among what waits, however many that were decided are kept.

CREATE INDEX proposals_waiting ON proposals (expires_on) WHERE state = 'pending';

-- How many of an integration wait is counted by the index alone.
DROP INDEX proposals_pending;
CREATE INDEX proposals_pending ON proposals (account, by_id, expires_on) WHERE state = 'pending';

-- The admins of an account among its people.
CREATE INDEX users_for_admins ON users (account, role, id, status, deleted);

-- The last keys that were revoked, and those that work, among all there ever were.
CREATE INDEX integrations_by_revoked_on ON integrations (account, revoked_on);
