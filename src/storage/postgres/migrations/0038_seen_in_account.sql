-- When and from where a session was used is told in the account where that was: seen_on, by which it runs out, is one for all that it opens.
-- Null where that was not since it began, and of before for one that opens several: nobody knows in which of them it was used.

ALTER TABLE sessions ADD COLUMN asked_on bigint;
UPDATE sessions SET asked_on = seen_on WHERE token_hash IN (SELECT token_hash FROM sessions GROUP BY token_hash HAVING count(*) = 1);
