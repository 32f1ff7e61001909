/** A link that lets somebody in once: the only time it is shown. */
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { words } from '../../words/settings.ts';
import type { MadeLink } from './person.ts';

export interface Handed extends MadeLink {
  readonly email: string;
  readonly text: string;
}

export function LinkOnce({ handed, onClose }: { readonly handed: Handed | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      open={handed !== undefined}
      title={words.linkTitle(handed?.email ?? '')}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <>
          <CopyButton text={handed?.link ?? ''} what="the link" label="Copy the link" />
          <Button look="primary" onClick={onClose}>
            {words.done}
          </Button>
        </>
      }
    >
      <p>
        {handed?.text} {handed?.mailed && words.linkMailed}
      </p>
      <TextInput
        label={words.link}
        readOnly
        value={handed?.link ?? ''}
        onValue={() => undefined}
        onFocus={(event) => event.target.select()}
        hint={
          <>
            {words.linkEnds} <RelativeTime at={handed?.expiresOn} />.
          </>
        }
      />
    </Dialog>
  );
}
