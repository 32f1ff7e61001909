-- Letters that wait to be sent, and how many of what kind each account was allowed within a day.

CREATE TABLE mail (
  letter text COLLATE "C" PRIMARY KEY, -- random
  account bigint NOT NULL REFERENCES accounts (key),
  kind text COLLATE "C" NOT NULL, -- invitation, reset, notice
  sealed text COLLATE "C" NOT NULL, -- JSON of address, subject and texts, which hold links
  due_on bigint NOT NULL, -- while it is being sent: when another may try
  until bigint NOT NULL, -- then it is given up
  tries bigint NOT NULL
);
CREATE INDEX mail_by_due_on ON mail (due_on);
CREATE INDEX mail_by_account ON mail (account);

CREATE TABLE mail_pace (
  account bigint NOT NULL REFERENCES accounts (key),
  about text COLLATE "C" NOT NULL, -- empty: all letters of the account
  since bigint NOT NULL,
  letters bigint NOT NULL, -- within a day since then
  PRIMARY KEY (account, about)
);
CREATE INDEX mail_pace_by_since ON mail_pace (since);

CREATE INDEX subscription_periods_troubled ON subscription_periods (began_on) WHERE state <> 'on';
