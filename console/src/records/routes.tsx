/** Addresses of lists and records. Those of other areas are written out, and are found before these. */
import { createRoute } from '@tanstack/react-router';
import { accountRoute } from '../shell/routes.tsx';
import { ListOrBoard } from './ListPages.tsx';
import { RecordOrNew } from './RecordPages.tsx';

const getParentRoute = () => accountRoute;

export const recordRoutes = [
  createRoute({ getParentRoute, path: '/$type', component: ListOrBoard }),
  createRoute({ getParentRoute, path: '/$type/$id', component: RecordOrNew }),
  createRoute({ getParentRoute, path: '/$type/$id/$tab', component: RecordOrNew }),
] as const;
