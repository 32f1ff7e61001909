export const words = {
  signedIn: (name: string) => `${name} has signed in in this browser, so this page is theirs now.`,
  draftKept: (name: string) => `What ${name} typed here waits in this tab until they sign in again.`,
};
