/** Addresses of the approvals. */
import { pageRoute } from '../shell/routes.tsx';

export const approvalRoutes = [
  pageRoute('/Approvals', () => import('./ApprovalList.tsx'), 'ApprovalList'),
  pageRoute('/Approvals/$id', () => import('./ApprovalPage.tsx'), 'ApprovalPage'),
] as const;
