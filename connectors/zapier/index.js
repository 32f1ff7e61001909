// The app as Zapier loads it, with the version of the core that it is built for. `definition.js` needs no core.
const { version: platformVersion } = require('zapier-platform-core');
const { version } = require('./package.json');
const { definition } = require('./definition.js');

module.exports = definition({ version, platformVersion });
