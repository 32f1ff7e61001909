/** Settings that people can change in their own user record without being an admin: names, time zone and locale. */
import type { AccountScope } from '../../accounts/account.ts';
import type { Route } from '../../http/route.ts';
import { changeUser } from '../../people/user-records.ts';
import { type InputFault, Problem } from '../../problems.ts';
import { invalidBody } from '../../records/refusals.ts';
import type { Author, RecordStore } from '../../records/store.ts';
import { readBody } from './body.ts';
import { ACCOUNT_PATH } from './mounted-api-routes.ts';

export interface OwnSettingsParts {
  records(account: AccountScope): RecordStore;
}

/** Accepted members, named as in the user record. */
const OWN_SETTINGS_SHAPE = { FirstName: 'text?', LastName: 'text?', TimeZone: 'text?', Locale: 'text?' } as const;

export function ownSettingsRoutes({ records }: OwnSettingsParts): Route[] {
  return [
    {
      method: 'POST',
      path: `${ACCOUNT_PATH}/Me`,
      operation: 'consoleChangeMe',
      needs: { allowed: 'any person' },
      async handle(request) {
        const body = readBody(request, OWN_SETTINGS_SHAPE);
        if (body instanceof Problem) return body;
        const faults = faultsOf(body);
        if (faults.length > 0) return invalidBody(faults);
        const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const { account, person } = request.caller;
        const { id, name, email } = person!;
        const author: Author = { kind: 'person', id: String(id), name, email };
        if (Object.keys(fields).length > 0) {
          const changed = await changeUser(records(account), id, fields as Record<string, string>, author);
          if (changed instanceof Problem) return changed;
        }
        return { status: 204 };
      },
    },
  ];
}

/** Records take any text; what a person chooses here must be one that times can be shown by. */
function faultsOf({
  TimeZone,
  Locale,
}: {
  readonly TimeZone?: string | undefined;
  readonly Locale?: string | undefined;
}): InputFault[] {
  const faults: InputFault[] = [];
  if (TimeZone !== undefined && !works(() => new Intl.DateTimeFormat('en', { timeZone: TimeZone }))) {
    faults.push({ pointer: '/TimeZone', message: 'is no time zone that is known, such as Europe/Oslo' });
  }
  if (Locale !== undefined && !works(() => new Intl.Locale(Locale))) {
    faults.push({ pointer: '/Locale', message: 'is no language that is known, such as en-GB' });
  }
  return faults;
}

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
