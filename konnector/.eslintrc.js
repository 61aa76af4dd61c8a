// The rooms of src, top down, and its files beside them: each may import only what is below it, so that none go in circles.
const base = require('../eslint.room.js')(__dirname);

const rooms = [
  'running',
  'roles',
  'admission',
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
  'sync',
  'engine.ts',
  'metrics',
  'duty',
  'deletion',
  'copies',
  'ownership',
  'mapping',
  'namespaces',
  'access',
  'conditions',
  'feedback',
  'json',
  'freshView.ts',
  'offeredTypes.ts',
  'mayBeOfCrd.ts',
  'singleObjectWatches.ts',
  'formerCluster.ts',
  'markers.ts',
  'trouble.ts',
];

const zones = rooms.slice(1).map((room, above) => ({
  target: `./src/${room}`,
  from: rooms.slice(0, above + 1).map(other => `./src/${other}`),
  message: 'It is above this room (see konnector/.eslintrc.js).',
}));

module.exports = {
  ...base,
  overrides: [
    ...base.overrides,
    {
      files: ['src/**/*.ts'],
      excludedFiles: [
        'src/**/*.test.ts',
        'src/testing/**',
        'src/**/__testUtils__/**',
      ],
      settings: { 'import/resolver': { node: { extensions: ['.ts'] } } },
      rules: {
        'import/no-restricted-paths': ['error', { basePath: __dirname, zones }],
      },
    },
  ],
};
