const config = require('../eslint/layers')(__dirname, [
  'cli',
  'roles',
  'admission',
  'migrationCheck',
  'konnector.ts',
  'bindings',
  'unbinding',
  'controlPlane',
  'heartbeat',
  'claims',
  'appClusterCaches.ts',
  'appCluster.ts',
  'KonnectorOptions.ts',
  'topology',
  'crds',
  'pairs',
  'engine.ts',
  'metrics',
  'leaderElection',
  'deletion',
  'providerCaches',
  'ownership',
  'mapping',
  'namespaces',
  'access',
  'conditions',
  'feedback',
  'json',
  'checkedCache.ts',
  'mutationCache.ts',
  'typeDiscovery.ts',
  'mayBeCrdGroup.ts',
  'singleObjectWatches.ts',
  'bindingIndexes.ts',
  'formerCluster.ts',
  'markers.ts',
  'failure.ts',
  'onAbort.ts',
]);

config.overrides.push({
  files: ['src/**/*.ts'],
  excludedFiles: [
    'src/deletion/deleteAsRead.ts',
    'src/**/*.test.ts',
    'src/testing/**',
    'src/**/__testUtils__/**',
  ],
  rules: {
    // A Map's or Set's `delete` has one argument, a client's two or more.
    'no-restricted-syntax': [
      'error',
      {
        selector:
          'CallExpression[callee.property.name=/^delete(Collection)?$/][arguments.length>1]',
        message: 'Only deleteAsRead deletes, so that its preconditions hold.',
      },
    ],
  },
});

module.exports = config;
