/** Asks who it is when the service wants to know it once more; what was asked for is then done. */
import { useEffect, useState } from 'react';
import { askBy } from '../api/confirmation.ts';
import { later } from '../parts/later.tsx';
import { loadPart } from '../parts/load-part.ts';

const loadDialog = () => import('./ConfirmDialog.tsx');
const ConfirmDialog = later(loadDialog, 'ConfirmDialog');

export function Confirm() {
  const [answer, setAnswer] = useState<(isShown: boolean) => void>();
  useEffect(() => askBy(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  useEffect(() => {
    const isRefused = new URLSearchParams(location.search).has('ui.failed');
    if (isRefused) void loadPart(loadDialog).then(({ tellProviderRefused }) => tellProviderRefused());
  }, []);
  if (answer === undefined) return null;
  return (
    <ConfirmDialog
      onEnd={(isShown) => {
        answer(isShown);
        setAnswer(undefined);
      }}
    />
  );
}
