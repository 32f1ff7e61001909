/** Asks who it is when the service wants to know it once more; what was asked for is then done. */
import { useEffect, useState } from 'react';
import { setReauthenticationPrompt } from '../api/confirmation.ts';
import { lazyComponent } from '../parts/later.tsx';
import { loadModule } from '../parts/load-part.ts';

const loadDialog = () => import('./ConfirmDialog.tsx');
const ReauthenticationDialog = lazyComponent(loadDialog, 'ReauthenticationDialog');

export function ReauthenticationGate() {
  const [answer, setAnswer] = useState<(isShown: boolean) => void>();
  useEffect(() => setReauthenticationPrompt(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  useEffect(() => {
    const isRefused = new URLSearchParams(location.search).has('ui.failed');
    if (isRefused)
      void loadModule(loadDialog).then(({ notifyProviderRefusal: tellProviderRefused }) => tellProviderRefused());
  }, []);
  if (answer === undefined) return null;
  return (
    <ReauthenticationDialog
      onEnd={(isShown) => {
        answer(isShown);
        setAnswer(undefined);
      }}
    />
  );
}
