/** Addresses of lists and records. Those of other areas are written out, and are found before these. */
import { page } from '../shell/routes.tsx';

export const recordRoutes = [
  page('/$type', () => import('./ListPages.tsx'), 'ListOrBoard'),
  page('/$type/$id', () => import('./RecordPages.tsx'), 'RecordOrNew'),
  page('/$type/$id/$tab', () => import('./RecordPages.tsx'), 'RecordOrNew'),
] as const;
