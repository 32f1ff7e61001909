/**
 * Returns a note for a link that works on this machine only, because no setting contains the public URL of the service.
 */
export function linkNote(link: string): string[] {
  if (new URL(link).hostname !== 'localhost') return [];
  return [
    '  It works on this machine alone. Where people reach the service elsewhere, set MDS_PUBLIC_URL here as for the',
    '  service, such as https://mds.example.com, and make another by people reset-link.',
  ];
}
