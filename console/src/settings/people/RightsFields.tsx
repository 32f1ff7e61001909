/** What somebody may do: the role, and Company Settings, which admins always have. */
import type { Role } from '../../api/people.ts';
import { Checkbox, Select } from '../../parts/Input.tsx';
import { words } from '../../words/settings.ts';

interface RoleFieldsProps {
  readonly role: Role;
  readonly onRole: (role: Role) => void;
  readonly companySettings: boolean;
  readonly onCompanySettings: (has: boolean) => void;
  readonly fault?: string | undefined;
}

export function RoleFields({ role, onRole, companySettings, onCompanySettings, fault }: RoleFieldsProps) {
  return (
    <>
      <Select
        label={words.role}
        name="Role"
        fault={fault}
        value={role}
        onValue={(value) => onRole(value as Role)}
        choices={Object.entries(words.roles).map(([value, label]) => ({ value, label }))}
      />
      {role !== 'Admin' && (
        <Checkbox
          label={words.companySettings}
          hint={words.companySettingsHint}
          checked={companySettings}
          onChecked={onCompanySettings}
        />
      )}
    </>
  );
}
