-- What is over is found among what waits, however many that were decided are kept.

CREATE INDEX proposals_waiting ON proposals (expires_on) WHERE state = 'pending';
