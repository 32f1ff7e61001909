/** Texts of the JSON view of a record. */
export const words = {
  asServed: (etag: string) => `As it is served, ETag ${etag}`,
  lastPatch: 'The last change made here, as a request',
  noPatchYet: 'A change that you make here stands here as a request, too.',
  getIt: 'To get it',
} as const;
