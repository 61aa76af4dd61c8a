// Which packages a package may import, as a lint rule. docs/architecture.md describes the packages.
const { join, relative } = require('node:path');
const backstageConfig = require('@backstage/cli/config/eslint-factory');

const repositoryRoot = join(__dirname, '..');

const plugin = name => `@klutch/backstage-plugin-${name}`;

/** Only types may be imported from this package. */
const types = name => ({ typesOf: name });

/** For demo apps, the sandbox and black-box tests, which assemble everything. */
const ANYTHING = null;

const mayImport = {
  'packages/app': ANYTHING,
  'packages/backend': ANYTHING,
  'packages/sandbox': ANYTHING,
  'test/bench': ANYTHING,
  'test/e2e': ANYTHING,
  'test/install': ANYTHING,
  // Kubernetes types only (docs/adr/0022): bind-api stays data and pure functions.
  'packages/bind-api': [types('@klutch/kube')],
  'packages/kube': [],
  'packages/local-processes': [],
  'packages/programs': ['@klutch/local-processes'],
  'packages/local-clusters': ['@klutch/local-processes', '@klutch/programs'],
  'packages/binding-backend': ['@klutch/bind-api', '@klutch/kube'],
  'packages/composition-function': [],
  'packages/control-plane-health': ['@klutch/kube'],
  'packages/new-data-service': [
    '@klutch/bind-api',
    '@klutch/binding-backend',
    '@klutch/crossplane',
  ],
  'packages/provider-local': [
    '@klutch/kube',
    '@klutch/local-processes',
    '@klutch/programs',
  ],
  'packages/cli': ANYTHING,
  konnector: ['@klutch/bind-api', '@klutch/kube'],
  crossplane: [],
  'plugins/klutch-common': [],
  'plugins/klutch': [plugin('klutch-common')],
  'plugins/klutch-node': [plugin('klutch-common'), types('@klutch/kube')],
  'plugins/klutch-backend': [
    plugin('klutch-common'),
    plugin('klutch-node'),
    '@klutch/binding-backend',
    '@klutch/control-plane-health',
    '@klutch/kube',
    '@klutch/bind-api',
  ],
  'plugins/catalog-backend-module-klutch': [
    plugin('klutch-common'),
    plugin('klutch-node'),
  ],
  'plugins/search-backend-module-klutch': [
    plugin('klutch-common'),
    plugin('klutch-node'),
  ],
  'plugins/permission-backend-module-klutch': [plugin('klutch-common')],
  'plugins/scaffolder-backend-module-klutch': [
    plugin('klutch-common'),
    plugin('klutch-node'),
  ],
};

// Private packages that run from source. The sandbox starts the control plane part of a backend plugin.
const runFromSource = [
  'packages/sandbox',
  'crossplane',
  'test/bench',
  'test/e2e',
];

module.exports = dir => {
  const folder = relative(repositoryRoot, dir);
  if (!(folder in mayImport)) {
    throw new Error(
      `${folder} is missing from eslint/packageBoundaries.js. List there which packages it may import.`,
    );
  }
  const entries = mayImport[folder];
  const typesOnly = entries?.flatMap(entry => entry.typesOf ?? []) ?? [];
  const allowed = entries?.map(entry => entry.typesOf ?? entry);
  const restrictedImports = allowed && {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['@klutch/*', ...allowed.map(name => `!${name}`)],
            message: `${folder} may import only: ${allowed.join(', ') || 'no package of this repository'} (see eslint/packageBoundaries.js).`,
          },
        ],
      },
    ],
    ...(typesOnly.length > 0 && {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: typesOnly.map(name => ({
            name,
            allowTypeImports: true,
            message: `${folder} may import only types from ${name}: write \`import type\` (see eslint/packageBoundaries.js).`,
          })),
        },
      ],
    }),
  };
  return backstageConfig(dir, {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'jest/no-standalone-expect': [
        'error',
        { additionalTestBlockFunctions: ['itLong', 'itLong.each'] },
      ],
      ...(runFromSource.includes(folder) && {
        'no-restricted-syntax': 'off',
        '@backstage/no-mixed-plugin-imports': 'off',
      }),
    },
    overrides: [
      {
        files: ['src/**/*.{ts,tsx}'],
        excludedFiles: [
          'src/**/*.test.{ts,tsx}',
          'src/testing/**',
          'src/**/__testUtils__/**',
        ],
        rules: {
          ...restrictedImports,
          'max-lines-per-function': [
            'error',
            { max: 80, skipBlankLines: true, skipComments: true },
          ],
        },
      },
    ],
  });
};
