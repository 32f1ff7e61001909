/** The page of a link, with the token that stands behind the # of its address. */
import { useLocation } from '@tanstack/react-router';
import { RedeemLink } from './FollowLink.tsx';

export function LinkPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  // Another link in the same tab begins anew.
  return <RedeemLink key={token} token={token} />;
}
