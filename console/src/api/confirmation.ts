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

/** Requests reauthentication. Returns false if the user cancels or no dialog is registered. */
export async function requestReauthentication(): Promise<boolean> {
  if (asker === undefined) return false;
  asking ??= asker().finally(() => {
    asking = undefined;
  });
  return asking;
}

/** True while a request waits for reauthentication. */
export function isReauthenticating(): boolean {
  return asking !== undefined;
}
