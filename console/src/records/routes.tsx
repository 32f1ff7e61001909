/** Addresses of lists and records. Those of other areas are written out, and are found before these. */
import { page } from '../shell/routes.tsx';

export const recordRoutes = [
  page('/$type', () => import('./Pages.tsx'), 'ListOrBoard'),
  page('/$type/$id', () => import('./Pages.tsx'), 'RecordOrNew'),
  page('/$type/$id/$tab', () => import('./Pages.tsx'), 'RecordOrNew'),
] as const;
