/** User, session and account types of the API. */
export type Role = 'Admin' | 'Manager' | 'Technician' | 'ReadOnly';

export interface AccountMembership {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly companySettings: boolean;
  /** User record in that account: `person.id` of Me. */
  readonly personID: number;
}

/** `GET /Session` */
export interface Session {
  readonly person: {
    readonly email: string;
    readonly name: string;
    readonly timeZone: string | null;
    readonly locale: string | null;
  };
  readonly accounts: readonly AccountMembership[];
  /** Time until which the password counts as just entered. */
  readonly passwordUntil: string | null;
}

export interface AccountAdmin {
  readonly email: string;
  readonly name: string;
}

/** `GET /{a}/Me` */
export interface Me {
  readonly person: {
    readonly id: number;
    readonly email: string;
    readonly name: string;
    readonly timeZone: string | null;
    readonly locale: string | null;
  };
  readonly role: Role;
  readonly companySettings: boolean;
  readonly permissions: Readonly<Record<string, { readonly read: boolean; readonly write: boolean }>>;
  readonly may: {
    readonly webhooks: boolean;
    readonly keys: boolean;
    readonly people: boolean;
    readonly audit: boolean;
  };
  readonly confirmed: boolean;
  /** Methods for reauthentication. */
  readonly confirmBy: { readonly password: boolean; readonly passkeys: number; readonly singleSignOn: boolean };
  readonly account: {
    readonly id: string;
    readonly name: string;
    /** An ISO 4217 code. */
    readonly currency: string;
    readonly frozen: boolean;
    readonly demo: boolean;
  };
  /** Requests of one API key in a minute; 0 where none is set. */
  readonly keyLimit: number;
  /** What an assistant proposes is decided by somebody else than the person it works for. */
  readonly needsAnother: boolean;
  /** Admins, by unique name and e-mail address, for actions that the user may not do. */
  readonly admins: readonly string[];
}
