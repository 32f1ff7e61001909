/** A passkey as it is kept: the public half of a key pair that some device of a person holds, and what it is called. */

export interface Passkey {
  /** In lists. */
  readonly id: string;
  /** As the authenticator calls it. */
  readonly credentialID: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  /** Of its signatures; stays 0 where the authenticator counts none. */
  readonly counter: number;
  /** How it is reached, as the browser says. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdOn: number;
  readonly lastUsedOn: number | null;
}

export const PASSKEY_ID = /^pk_[0-9a-z]{16}$/;
export const MAX_NAME = 80;
/** Bytes of a public key, or of an authenticator's name for it. */
export const MAX_KEY = 1_024;
