/** Texts of files that are saved. */
export const words = {
  saving: (bytes: number) => `Saving, ${size(bytes)} so far`,
  title: 'The file was not saved',
  brokeOff: (bytes: number) =>
    `It broke off after ${size(bytes)}, so nothing of it was kept: a part would look like all of it.`,
  unreachable: 'The service does not answer. Is there a connection to it?',
  close: 'Close',
};

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
