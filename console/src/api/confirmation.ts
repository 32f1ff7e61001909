/** The password once more. Whoever shows the dialog says so here; requests that need it wait for one dialog together. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;
let asking: Promise<boolean> | undefined;

export function setReauthenticationPrompt(one: Asker): () => void {
  asker = one;
  return () => {
    if (asker === one) asker = undefined;
  };
}

/** False where it was not given, and where there is nobody to ask. */
export async function requestReauthentication(): Promise<boolean> {
  if (asker === undefined) return false;
  asking ??= asker().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Whether a request waits for it, which the service has refused so far. */
export function isReauthenticating(): boolean {
  return asking !== undefined;
}
