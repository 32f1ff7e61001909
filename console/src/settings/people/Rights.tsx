/** The role of somebody, and Company Settings. */
import { useState } from 'react';
import { faultsByField } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { words } from '../../words/settings.ts';
import { nameOf, type Person } from './person.ts';
import { RightsFields } from './RightsFields.tsx';
import { useChangePerson } from './use-change-person.ts';

export function Rights({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [role, setRole] = useState(person.Role);
  const [companySettings, setCompanySettings] = useState(person.CompanySettings);
  const change = useChangePerson(person, onClose);
  const save = () => {
    if (!change.isPending) change.mutate({ Role: role, CompanySettings: companySettings });
  };
  return (
    <Dialog
      open
      title={words.rightsTitle(nameOf(person))}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" writes busy={change.isPending}>
            {words.save}
          </Button>
        </>
      }
    >
      <FormProblem problem={change.error ?? undefined} fields={['Role']} />
      <RightsFields
        role={role}
        onRole={setRole}
        companySettings={companySettings}
        onCompanySettings={setCompanySettings}
        fault={faultsByField(change.error).Role}
      />
    </Dialog>
  );
}
