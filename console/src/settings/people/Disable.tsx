/** Asks before somebody is shut out, and says what that does. */
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { words } from '../../words/settings.ts';
import { type Person, personName } from './person.ts';
import { useChangePerson } from './use-change-person.ts';

export function DisablePersonDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const change = useChangePerson(person, onClose);
  const disable = () => {
    if (!change.isPending) change.mutate({ to: { Status: 'Disabled' } });
  };
  return (
    <Dialog
      open
      title={words.disableTitle(personName(person))}
      onClose={onClose}
      onSubmit={disable}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="danger" writes busy={change.isPending}>
            {words.disableDo}
          </Button>
        </>
      }
    >
      <FormProblem problem={change.error ?? undefined} />
      <p>{words.disableText}</p>
    </Dialog>
  );
}
