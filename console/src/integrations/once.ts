/** The page that shows a key once. It is loaded before there is a key, so that none is lost on the way. */
import type { LeaveGuardProps } from '../parts/BeforeLeaving.tsx';
import { lazyComponent } from '../parts/later.tsx';
import type { AlreadyCreatedNoticeProps, OneTimeCredentialsProps } from './KeyOnce.tsx';

export const loadOneTimeCredentials = () => import('./KeyOnce.tsx');
export const OneTimeCredentials = lazyComponent<'OneTimeCredentials', OneTimeCredentialsProps>(
  loadOneTimeCredentials,
  'OneTimeCredentials',
);
export const AlreadyCreatedNotice = lazyComponent<'AlreadyCreatedNotice', AlreadyCreatedNoticeProps>(
  loadOneTimeCredentials,
  'AlreadyCreatedNotice',
);
/** Guard against leaving the page while the key is requested. */
export const LeaveGuard = lazyComponent<'LeaveGuard', LeaveGuardProps>(loadOneTimeCredentials, 'LeaveGuard');
