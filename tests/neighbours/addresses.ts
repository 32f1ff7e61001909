/** Who comes from where: limits that go by the address have to tell the two apart. */
export const ATTACKER = '127.0.0.2';
export const RESIDENT = '127.0.0.3';
/** Where the resident's endpoint is, for those who ask the name server. */
export const RESIDENT_NAME = { name: 'endpoint.resident.test', address: '127.0.0.1' };
