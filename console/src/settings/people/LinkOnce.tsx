/** A link that lets somebody in once: the only time it is shown. */
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { TextInput } from '../../parts/Input.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { words } from '../../words/settings.ts';
import type { CreatedLink } from './person.ts';

export interface IssuedLink extends CreatedLink {
  readonly email: string;
  readonly text: string;
}

export function OneTimeLinkDialog({
  handed,
  onClose,
}: {
  readonly handed: IssuedLink | undefined;
  readonly onClose: () => void;
}) {
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
