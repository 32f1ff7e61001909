/** Addresses of the approvals. */
import { page } from '../shell/routes.tsx';

export const approvalRoutes = [
  page('/Approvals', () => import('./ApprovalList.tsx'), 'ApprovalList'),
  page('/Approvals/$id', () => import('./ApprovalPage.tsx'), 'ApprovalPage'),
] as const;
