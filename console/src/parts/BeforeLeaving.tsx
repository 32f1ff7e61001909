/** Asks the user to confirm leaving the page while it is mounted, because data would be lost. */
import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isReauthenticating } from '../api/confirmation.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface LeaveGuardProps {
  /** Description of what would be lost. Default: typed input. */
  readonly text?: string | undefined;
}

export function LeaveGuard({ text }: LeaveGuardProps) {
  const leave = useAsked(text === undefined);
  return (
    <Dialog
      open={leave !== undefined}
      title="Leave?"
      onClose={() => leave?.(false)}
      actions={
        <>
          <Button look="danger" onClick={() => leave?.(true)}>
            Leave
          </Button>
          <Button look="primary" onClick={() => leave?.(false)}>
            Stay
          </Button>
        </>
      }
    >
      {text ?? 'What you typed here is not kept.'}
    </Dialog>
  );
}

/**
 * Returns the callback for the user's answer, or undefined while no navigation is pending. The router's own hook would
 * add to the first page's code. An ended session does not block leaving for typed input (`isTyped`), which could not be
 * sent any more; a displayed secret can still be stored.
 */
function useAsked(isTyped: boolean): ((leaves: boolean) => void) | undefined {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    const asked = new Set<(leaves: boolean) => void>();
    const stays: BlockerFn = async ({ nextLocation }) => {
      if (isTyped && nextLocation.pathname.startsWith('/console/signin')) return false;
      // Nothing is begun before they have shown who they are, be it elsewhere.
      if (isReauthenticating()) return false;
      return new Promise<boolean>((resolve) => {
        const answered = (leaves: boolean) => {
          setAnswer(undefined);
          resolve(!leaves);
        };
        asked.add(answered);
        setAnswer(() => answered);
      });
    };
    const unblock = history.block({ blockerFn: stays, enableBeforeUnload: () => !isReauthenticating() });
    return () => {
      unblock();
      // What is asked when there is no more reason to: they stay and see what has come.
      for (const answered of asked) answered(false);
    };
  }, [history, isTyped]);
  return answer;
}
