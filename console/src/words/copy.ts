/** Texts of the copy items in list and record menus, and of their confirmations. */
export const words = {
  link: 'Copy link',
  linkTitle: 'the link',
  curl: 'Copy as curl',
  curlTitle: 'the request as a command for curl',
  done: (what: string) => `Copied ${what}`,
  failed: (what: string) => `Could not copy ${what}`,
} as const;
