/** Legal and illegal PostgreSQL claims: creations and updates, each with the verdict of existing control planes. */

/** Composition, service number and plan, without their common prefixes. */
export interface PostgresqlCase {
  composition?: 'a8s' | 'a9s';
  service: number;
  plan: string;
  parameters?: Record<string, unknown>;
}

/** The `spec` of a PostgresqlInstance claim. */
export const postgresqlSpec = (o: PostgresqlCase): Record<string, unknown> => ({
  ...(o.composition && {
    compositionRef: { name: `${o.composition}-postgresql` },
  }),
  service: `a9s-postgresql${o.service}`,
  plan: `postgresql-${o.plan}`,
  ...(o.parameters && { parameters: o.parameters }),
});

const a8s = (
  service: number,
  plan: string,
  parameters?: Record<string, unknown>,
): PostgresqlCase => ({
  composition: 'a8s',
  service,
  plan,
  parameters,
});
const a9s = (
  service: number,
  plan: string,
  parameters?: Record<string, unknown>,
): PostgresqlCase => ({
  composition: 'a9s',
  service,
  plan,
  parameters,
});
const byDefault = (
  service: number,
  plan: string,
  parameters?: Record<string, unknown>,
): PostgresqlCase => ({
  service,
  plan,
  parameters,
});

const shared = {
  tempFileLimit: -1,
  trackIoTiming: 'off',
  archiveTimeout: 0,
  statementTimeout: 0,
  walWriterDelay: 200,
  maxReplicationSlots: 10,
  synchronousCommit: 'on',
  clientMinMessages: 'NOTICE',
  logMinMessages: 'WARNING',
  logMinErrorStatement: 'ERROR',
  logStatement: 'none',
  logErrorVerbosity: 'DEFAULT',
};
const allOfA8s = {
  ...shared,
  maxConnections: 100,
  maxWalSenders: 10,
  sslCiphers: 'HIGH',
  sslMinProtocolVersion: 'TLSv1.2',
  maxLocksPerTransaction: 64,
};

/** `[id, claim]`: accepted at creation. */
export const acceptedCreations: [string, PostgresqlCase][] = [
  ['V-P-7 a8s 13 single-nano', a8s(13, 'single-nano')],
  ['V-P-8 a8s 14 single-nano', a8s(14, 'single-nano')],
  ['V-P-9 a8s 13 single-small', a8s(13, 'single-small')],
  ['V-P-10 a8s 13 single-medium', a8s(13, 'single-medium')],
  ['V-P-11 a8s 13 single-big', a8s(13, 'single-big')],
  ['V-P-12 a8s 13 replica-small', a8s(13, 'replica-small')],
  ['V-P-13 a8s 13 replica-medium', a8s(13, 'replica-medium')],
  ['V-P-14 a8s 13 replica-big', a8s(13, 'replica-big')],
  [
    'V-P-15 a8s with maxConnections',
    a8s(13, 'replica-big', { maxConnections: 250 }),
  ],
  ['V-P-16 a8s with all its parameters', a8s(13, 'replica-big', allOfA8s)],
  ['V-P-17 a9s 13 single-nano', a9s(13, 'single-nano')],
  ['V-P-18 a9s 15 single-nano', a9s(15, 'single-nano')],
  ['V-P-19 a9s 13 single-nano-ssl', a9s(13, 'single-nano-ssl')],
  ['V-P-20 a9s with shared parameters', a9s(13, 'single-nano-ssl', shared)],
  ['a9s 17 replica-big', a9s(17, 'replica-big')],
  ['a9s 13 single-nano-bionic', a9s(13, 'single-nano-bionic')],
  ['no compositionRef', byDefault(15, 'single-nano')],
  [
    'no compositionRef, with a parameter of a9s',
    byDefault(15, 'single-nano', { workMem: '8MB' }),
  ],
  [
    'a limit for temporary files',
    a9s(15, 'single-nano', { tempFileLimit: 1024 }),
  ],
];

/** `[id, claim, why]`: rejected at creation. */
export const refusedCreations: [string, PostgresqlCase, RegExp][] = [
  [
    'V-P-1 a8s with dataChecksums',
    a8s(14, 'single-nano', { dataChecksums: 'enabled' }),
    /spec.parameters.dataChecksums/,
  ],
  [
    'V-P-2 a8s 14 single-nano-bionic',
    a8s(14, 'single-nano-bionic'),
    /spec.plan/,
  ],
  ['V-P-3 a8s 14 single-nano-ssl', a8s(14, 'single-nano-ssl'), /spec.plan/],
  ['V-P-4 a8s 15 single-nano', a8s(15, 'single-nano'), /spec.service/],
  ['V-P-5 a9s 15 single-medium', a9s(15, 'single-medium'), /spec.plan/],
  ['V-P-6 a9s 14 single-nano', a9s(14, 'single-nano'), /spec.service/],
  [
    'a9s 15 single-nano-bionic',
    a9s(15, 'single-nano-bionic'),
    /bionic plans exist for a9s-postgresql13 only/,
  ],
  [
    'a9s with maxLocksPerTransaction',
    a9s(15, 'single-nano', { maxLocksPerTransaction: 64 }),
    /a8s-postgresql only/,
  ],
  [
    'no compositionRef, with a service of a8s',
    byDefault(14, 'single-nano'),
    /spec.service/,
  ],
  [
    'no compositionRef, with a plan of a8s',
    byDefault(15, 'single-medium'),
    /spec.plan/,
  ],
  [
    'no compositionRef, with a parameter of a8s',
    byDefault(15, 'single-nano', { sslCiphers: 'HIGH' }),
    /sslCiphers/,
  ],
  ['an unknown service', a9s(12, 'single-nano'), /spec.service/],
  ['an unknown plan', a9s(15, 'single-huge'), /spec.plan/],
  [
    'tempFileLimit 0',
    a9s(15, 'single-nano', { tempFileLimit: 0 }),
    /must be -1 or greater than 0/,
  ],
  [
    'walWriterDelay 0',
    a9s(15, 'single-nano', { walWriterDelay: 0 }),
    /must be greater than 0/,
  ],
  [
    'maxLocksPerTransaction 9',
    a8s(13, 'single-nano', { maxLocksPerTransaction: 9 }),
    /maxLocksPerTransaction/,
  ],
  [
    'an unknown role privilege',
    a9s(15, 'single-nano', { rolePrivileges: ['SUPERUSER'] }),
    /rolePrivileges/,
  ],
];

const sizes = ['nano', 'small', 'medium', 'big'];
const plans = (topology: string, ...of: string[]) =>
  of.map(size => `${topology}-${size}`);
const flavours = (flavour: string) =>
  plans('single', 'nano', 'small', 'big').map(plan => `${plan}-${flavour}`);

/** Plan changes: a base claim, the permitted plans, and the rejected ones. */
export const planUpdates: {
  id: string;
  base: PostgresqlCase;
  accepted: string[];
  refused: string[];
}[] = [
  {
    id: 'U-8-1',
    base: a8s(13, 'replica-big'),
    accepted: [],
    refused: [
      ...plans('replica', 'nano', 'small', 'medium'),
      ...plans('single', ...sizes),
    ],
  },
  {
    id: 'U-8-2',
    base: a8s(13, 'replica-medium'),
    accepted: ['replica-big'],
    refused: [
      ...plans('replica', 'nano', 'small'),
      ...plans('single', ...sizes),
    ],
  },
  {
    id: 'U-8-3',
    base: a8s(13, 'replica-nano'),
    accepted: plans('replica', 'small', 'medium', 'big'),
    refused: plans('single', ...sizes),
  },
  {
    id: 'U-8-4',
    base: a8s(13, 'replica-small'),
    accepted: plans('replica', 'medium', 'big'),
    refused: ['replica-nano', ...plans('single', ...sizes)],
  },
  {
    id: 'U-8-5',
    base: a8s(13, 'single-big'),
    accepted: ['replica-big'],
    refused: [
      ...plans('single', 'nano', 'small', 'medium'),
      ...plans('replica', 'nano', 'small', 'medium'),
    ],
  },
  {
    id: 'U-8-6',
    base: a8s(13, 'single-medium'),
    accepted: ['single-big', ...plans('replica', 'medium', 'big')],
    refused: [
      ...plans('single', 'nano', 'small'),
      ...plans('replica', 'nano', 'small'),
    ],
  },
  {
    id: 'U-8-7',
    base: a8s(13, 'single-nano'),
    accepted: [
      ...plans('single', 'small', 'medium', 'big'),
      ...plans('replica', ...sizes),
    ],
    refused: [],
  },
  {
    id: 'U-8-8',
    base: a8s(13, 'single-small'),
    accepted: [
      ...plans('single', 'medium', 'big'),
      ...plans('replica', 'small', 'medium', 'big'),
    ],
    refused: ['single-nano', 'replica-nano'],
  },
  {
    id: 'U-9-1',
    base: a9s(13, 'single-big'),
    accepted: ['replica-big'],
    refused: [
      ...plans('single', 'nano', 'small'),
      'replica-small',
      ...flavours('ssl'),
      ...flavours('bionic'),
    ],
  },
  {
    id: 'U-9-2',
    base: a9s(13, 'single-nano-ssl'),
    accepted: [
      'single-small-ssl',
      'single-big-ssl',
      'replica-small-ssl',
      'replica-big-ssl',
    ],
    refused: [
      ...plans('single', 'nano', 'small', 'big'),
      ...flavours('ssl-bionic'),
    ],
  },
  {
    id: 'U-9-3',
    base: a9s(13, 'single-nano'),
    accepted: [
      ...plans('single', 'small', 'big'),
      ...plans('replica', 'small', 'big'),
    ],
    refused: [...flavours('ssl'), ...flavours('bionic')],
  },
  {
    id: 'U-9-4',
    base: a9s(13, 'single-small'),
    accepted: ['single-big', ...plans('replica', 'small', 'big')],
    refused: ['single-nano', ...flavours('ssl'), ...flavours('bionic')],
  },
];
