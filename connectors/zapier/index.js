// The app as Zapier runs it. `zapier-platform-core` is there when it is built by Zapier's command line; the definition does without.
const { version: platformVersion } = require('zapier-platform-core/package.json');
const { version } = require('./package.json');
const { definition } = require('./definition.js');

module.exports = definition({ version, platformVersion });
