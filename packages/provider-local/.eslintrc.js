module.exports = require('../../eslint/layers')(__dirname, [
  'fetchPrograms.ts',
  'provider.ts',
  'controllers',
  'resources',
  'availability.ts',
  'engines',
  'host',
  'lockDataDir.ts',
  'errors.ts',
]);
