/**
 * Requests below an account say who the page knows itself to be. The cookie is the browser's: somebody else may have signed in in another
 * tab, and the service refuses what would be shown or done in the wrong name.
 */
type Knower = (account: string) => number | undefined;

let personIn: Knower = () => undefined;

export function setPersonLookup(knower: Knower): void {
  personIn = knower;
}

interface Init extends RequestInit {
  readonly headers?: Record<string, string>;
}

/** `address`: `/console/api/acc_1/Tasks?take=5`. Who has not asked yet who that is says nothing. */
export function fetchAsPerson(address: string, init: Init = {}): Promise<Response> {
  const personID = personIn(address.split('/', 4)[3]!);
  return fetch(
    address,
    personID === undefined ? init : { ...init, headers: { ...init.headers, personID: `${personID}` } },
  );
}
