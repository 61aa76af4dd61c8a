// The table of rooms (docs/architecture.md says what each is) as a lint rule: a package may import only the packages below it.
const { relative } = require('node:path');
const backstageConfig = require('@backstage/cli/config/eslint-factory');

const plugin = name => `@klutch/backstage-plugin-${name}`;

const types = name => ({ typesOf: name });

/** Demo apps, the sandbox and black-box tests put everything together. */
const ANYTHING = null;

const mayImport = {
  'packages/app': ANYTHING,
  'packages/backend': ANYTHING,
  'packages/sandbox': ANYTHING,
  'test/bench': ANYTHING,
  'test/e2e': ANYTHING,
  // Kubernetes' shapes only (docs/adr/0022): it stays data and pure functions.
  'packages/bind-api': [types('@klutch/kube')],
  'packages/kube': [],
  'packages/local-clusters': [],
  'packages/binding-backend': [
    '@klutch/bind-api',
    '@klutch/kube',
    '@klutch/schema-gate',
  ],
  'packages/provider-local': ['@klutch/kube'],
  konnector: ['@klutch/bind-api', '@klutch/kube'],
  crossplane: [],
  'plugins/klutch-common': [],
  'plugins/klutch': [plugin('klutch-common'), plugin('klutch-react')],
  'plugins/klutch-backend': [
    plugin('klutch-common'),
    plugin('klutch-node'),
    '@klutch/binding-backend',
    '@klutch/kube',
    '@klutch/bind-api',
  ],
  'plugins/catalog-backend-module-klutch': [
    plugin('klutch-common'),
    plugin('klutch-node'),
  ],
  'plugins/scaffolder-backend-module-klutch': [
    plugin('klutch-common'),
    plugin('klutch-node'),
  ],
};

// Never published or bundled: these run from source, and the sandbox starts a backend plugin's control plane.
const runFromSource = [
  'packages/sandbox',
  'crossplane',
  'test/bench',
  'test/e2e',
];

module.exports = dir => {
  const room = relative(__dirname, dir);
  if (!(room in mayImport)) {
    throw new Error(
      `${room} is not in the table of eslint.room.js: say there what it may import.`,
    );
  }
  const table = mayImport[room];
  const typesOnly = table?.flatMap(entry => entry.typesOf ?? []) ?? [];
  const allowed = table?.map(entry => entry.typesOf ?? entry);
  const restrictedImports = allowed && {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            group: ['@klutch/*', ...allowed.map(name => `!${name}`)],
            message: `${room} may import only: ${allowed.join(', ') || 'no package of ours'} (see eslint.room.js)`,
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
            message: `${room} may import types only from ${name}: \`import type\` (see eslint.room.js)`,
          })),
        },
      ],
    }),
  };
  return backstageConfig(dir, {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      ...(runFromSource.includes(room) && {
        'no-restricted-syntax': 'off',
        '@backstage/no-mixed-plugin-imports': 'off',
      }),
    },
    overrides: restrictedImports
      ? [
          {
            files: ['src/**/*.{ts,tsx}'],
            excludedFiles: [
              'src/**/*.test.{ts,tsx}',
              'src/testing/**',
              'src/**/__testUtils__/**',
            ],
            rules: restrictedImports,
          },
        ]
      : [],
  });
};
