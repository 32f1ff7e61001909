/** Current user in the page's account, available to all components inside the frame. */
import { createContext, useContext } from 'react';
import type { Me } from '../api/people.ts';

export const MeContext = createContext<Me | undefined>(undefined);

export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error('Only pages of an account know who is signed in.');
  return me;
}

/** The account's id, as addresses begin with it. */
export function useAccount(): string {
  return useMe().account.id;
}
