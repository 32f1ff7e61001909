/**
 * Loads index.js of the Zapier app and runs it in Zapier's own core, as Zapier does: checks its definition, tests the credentials in the first
 * argument and makes a record. Prints the results as its last line. The core replaces the HTTP client of its process, so it has one of its own.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const core = require('zapier-platform-core');
const app = require('../../connectors/zapier/index.js');

const authData = JSON.parse(process.argv[2]!);
const { results: errors } = await core.createAppHandler(app)({ command: 'validate' });
const run = core.createAppTester(app);
const me = await run(app.authentication.test, { authData });
const { create_record } = app.creates;
const record = await run(create_record.operation.perform, {
  authData,
  inputData: { recordType: 'Tasks', Name: 'In the core of Zapier' },
});
const refused = await run(create_record.operation.perform, {
  authData,
  inputData: { recordType: 'Tasks', Name: 'x', Status: 'Gone' },
}).catch(({ message }: Error) => message);
const { version, platformVersion } = app;
process.stdout.write(`${JSON.stringify({ version, platformVersion, errors, me, record, refused })}\n`);
