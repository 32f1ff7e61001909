-- When and from where a session was used is told in the account where that was: seen_on, by which it runs out, is one for all that it opens.
-- Null where that was not since it began.

ALTER TABLE sessions ADD COLUMN asked_on INTEGER;
