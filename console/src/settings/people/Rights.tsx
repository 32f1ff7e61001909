/** The role of somebody, and Company Settings. */
import { useState } from 'react';
import { faultsByField } from '../../api/problem.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { words } from '../../words/settings.ts';
import { type Person, personName } from './person.ts';
import { RoleFields } from './RightsFields.tsx';
import { useChangePerson } from './use-change-person.ts';

export function RoleDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [shown, setShown] = useState(person);
  const [role, setRole] = useState(person.Role);
  const [companySettings, setCompanySettings] = useState(person.CompanySettings);
  const change = useChangePerson(person, onClose);
  const show = (now: Person) => {
    setShown(now);
    setRole(now.Role);
    setCompanySettings(now.CompanySettings);
  };
  const save = () => {
    if (change.isPending) return;
    const ofRole = role !== shown.Role;
    const ofSettings = companySettings !== shown.CompanySettings;
    if (!ofRole && !ofSettings) return onClose();
    change.mutate(
      {
        from: { ...(ofRole && { Role: shown.Role }), ...(ofSettings && { CompanySettings: shown.CompanySettings }) },
        to: { ...(ofRole && { Role: role }), ...(ofSettings && { CompanySettings: companySettings }) },
      },
      { onError: ({ members: { now } }) => now !== undefined && show(now as Person) },
    );
  };
  return (
    <Dialog
      open
      title={words.rightsTitle(personName(person))}
      busy={change.isPending}
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
      <RoleFields
        role={role}
        onRole={setRole}
        companySettings={companySettings}
        onCompanySettings={setCompanySettings}
        fault={faultsByField(change.error).Role}
      />
    </Dialog>
  );
}
