/** A stored passkey: its name, and the public key of a key pair on a device of the person. */

export interface Passkey {
  /** Id in lists. */
  readonly id: string;
  /** Credential id assigned by the authenticator. */
  readonly credentialID: Buffer;
  /** Public key in COSE format. */
  readonly publicKey: Buffer;
  /** Signature counter; stays 0 if the authenticator does not count. */
  readonly counter: number;
  /** Transports reported by the browser. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdOn: number;
  readonly lastUsedOn: number | null;
}

export const PASSKEY_ID = /^pk_[0-9a-z]{16}$/;
export const MAX_NAME = 80;
/** Maximum bytes of a public key or of a credential id. */
export const MAX_KEY = 1_024;
