// `npm run bench:catalog`
import { Option } from 'commander';
import { positiveNumber, runBench } from '../harness/runBench';
import type { CatalogInput } from './catalog.child';
import { measure } from './measure';

void runBench<CatalogInput>({
  name: 'catalog',
  command: 'npm run bench:catalog --',
  about:
    'Figures of the entity provider, with a catalog on SQLite and an in-memory portal.',
  options: [
    new Option('--instances <number>', 'instances on the app cluster')
      .default(10_000)
      .argParser(positiveNumber),
    new Option('--changes <number>', 'changes, one after another')
      .default(30)
      .argParser(positiveNumber),
  ],
  parts: { catalog: { about: 'refreshes, changes and heap', run: measure } },
  setUp: async options => ({
    environment: {
      instances: Number(options.instances),
      changes: Number(options.changes),
    },
    tearDown: async () => {},
  }),
});
