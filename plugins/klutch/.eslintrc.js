module.exports = require('../../eslint/layers')(__dirname, [
  'legacy',
  'plugin.tsx',
  // One extension each.
  'home',
  'scaffolder',
  // What an extension is wrapped in.
  'loadWithProviders.tsx',
  'NewSystemProviders.tsx',
  'NewNavTabs.tsx',
  'NewPageLayout.tsx',
  'tabRows.ts',
  'PageIcon.tsx',
  // Pages.
  'KlutchRoutes.tsx',
  'platform',
  'instances',
  'entity',
  'instance',
  'create',
  'services',
  // What pages are made of.
  'plans',
  'settings',
  'shared',
  'hooks',
  'api',
  'routes.ts',
  'pagePaths.ts',
  'messages',
]);
