/** What the menus of a list and of a record copy, and what they say when it is done. */
export const words = {
  link: 'Copy link',
  linkTitle: 'the link',
  curl: 'Copy as curl',
  curlTitle: 'the request as a command for curl',
  done: (what: string) => `Copied ${what}`,
  failed: (what: string) => `Could not copy ${what}`,
} as const;
