/** Invites somebody: an address and what they may do; the link is then shown for copying. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApiOrThrow } from '../../api/ask.ts';
import type { Role } from '../../api/people.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FormProblem } from '../../parts/FormProblem.tsx';
import { useForm } from '../../parts/form.ts';
import { TextInput } from '../../parts/Input.tsx';
import { useAccount } from '../../shell/me.ts';
import { words } from '../../words/settings.ts';
import type { IssuedLink } from './LinkOnce.tsx';
import type { CreatedLink } from './person.ts';
import { RoleFields } from './RightsFields.tsx';

interface InviteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onInvited: (handed: IssuedLink) => void;
}

export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const account = useAccount();
  const queries = useQueryClient();
  const [Email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('Technician');
  const [companySettings, setCompanySettings] = useState(false);
  const invite = async () => {
    try {
      const wish = { Email, Role: role, CompanySettings: companySettings };
      return await callApiOrThrow<CreatedLink>('POST', `/${account}/Invitations`, wish);
    } finally {
      // Also where the answer was lost: they may be in the list by now.
      void queries.invalidateQueries({ queryKey: [account, 'Users'] });
      void queries.invalidateQueries({ queryKey: [account, 'Invitations'] });
    }
  };
  const form = useForm(invite, (made) => {
    setEmail('');
    onClose();
    onInvited({ ...made, email: Email, text: words.linkInvitation });
  });
  return (
    <Dialog
      open={open}
      title={words.inviteTitle}
      busy={form.busy}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" look="primary" writes busy={form.busy}>
            {words.inviteDo}
          </Button>
        </>
      }
    >
      <FormProblem problem={form.problem} fields={['Email', 'Role']} />
      <TextInput
        label={words.email}
        name="Email"
        type="email"
        autoComplete="off"
        fault={form.problem?.code === 'value_taken' ? words.inviteTaken : form.faults.Email}
        value={Email}
        onValue={setEmail}
      />
      <RoleFields
        role={role}
        onRole={setRole}
        companySettings={companySettings}
        onCompanySettings={setCompanySettings}
        fault={form.faults.Role}
      />
    </Dialog>
  );
}
