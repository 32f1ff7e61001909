/** The text of the count beside the webhooks in the navigation, which every page loads. */
export const words = { off: 'off' } as const;
