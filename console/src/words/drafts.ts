/** Texts of what was typed before and is not saved yet. */
export const words = {
  found: 'What you typed here before is still unsaved.',
  byNow: (value: string) => `The record says by now: ${value}`,
} as const;
