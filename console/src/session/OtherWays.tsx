/** Ways to sign in besides the password: passkeys and single sign-on, where the service offers them. */
export function OtherWays(_: { readonly to: string | undefined }) {
  return null;
}
