/** What the app can do, as plain data and functions over Zapier's `z` and `bundle`. */
const { authentication, withCredentials, refuse } = require('./authentication.js');
const { createRecord } = require('./creates/create-record.js');
const { updateRecord } = require('./creates/update-record.js');
const { findRecord } = require('./searches/find-record.js');
const { event } = require('./triggers/event.js');
const { eventTypes, actions, recordTypes } = require('./triggers/choices.js');

const byKey = (parts) => Object.fromEntries(parts.map((part) => [part.key, part]));

/** @param {{ version: string, platformVersion: string }} versions */
const definition = (versions) => ({
  ...versions,
  authentication,
  beforeRequest: [withCredentials],
  afterResponse: [refuse],
  triggers: byKey([event, eventTypes, actions, recordTypes]),
  creates: byKey([createRecord, updateRecord]),
  searches: byKey([findRecord]),
});

module.exports = { definition };
