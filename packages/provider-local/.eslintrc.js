module.exports = require('../../eslint/layers')(__dirname, [
  'provider.ts',
  'fetchPrograms.ts',
  'controllers',
  'resources',
  'availability.ts',
  'engines',
  'host',
  'lockDataDir.ts',
  'errors.ts',
]);
