-- Accounts take turns with their letters: the oldest of the next account is found without looking at those that are not due.

CREATE INDEX mail_by_turn ON mail (account, due_on);
DROP INDEX mail_by_account;
