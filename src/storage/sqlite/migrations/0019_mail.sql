-- Letters that wait to be sent, and how many of what kind each account was allowed within a day.

CREATE TABLE mail (
  letter TEXT PRIMARY KEY, -- random
  account INTEGER NOT NULL REFERENCES accounts (key),
  kind TEXT NOT NULL, -- invitation, reset, notice
  sealed TEXT NOT NULL, -- JSON of address, subject and texts, which hold links
  due_on INTEGER NOT NULL, -- while it is being sent: when another may try
  until INTEGER NOT NULL, -- then it is given up
  tries INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_by_due_on ON mail (due_on);
CREATE INDEX mail_by_account ON mail (account);

CREATE TABLE mail_pace (
  account INTEGER NOT NULL REFERENCES accounts (key),
  about TEXT NOT NULL, -- empty: all letters of the account
  since INTEGER NOT NULL,
  letters INTEGER NOT NULL, -- within a day since then
  PRIMARY KEY (account, about)
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_pace_by_since ON mail_pace (since);

CREATE INDEX subscription_periods_troubled ON subscription_periods (began_on) WHERE state <> 'on';
