// A catalog on SQLite with the entity provider of the portal, in a process of its own, and what the provider costs.
import { setTimeout as pause } from 'node:timers/promises';
import {
  coreServices,
  createBackendModule,
  type DatabaseService,
} from '@backstage/backend-plugin-api';
import { mockServices, startTestBackend } from '@backstage/backend-test-utils';
import catalogPlugin from '@backstage/plugin-catalog-backend';
import {
  eventsServiceRef,
  type EventsService,
} from '@backstage/plugin-events-node';
import catalogModuleKlutch from '@klutch/backstage-plugin-catalog-backend-module-klutch';
import { waitFor } from '@klutch/local-processes';
import { collectGarbage, runAsChild } from '../harness/child';
import { claim, FakePortal, postgresql } from './testFixtures';

export interface CatalogInput {
  instances: number;
  /** How many single changes are measured. */
  changes: number;
}

/** Times in milliseconds, sizes in bytes. */
export interface CatalogOutput {
  /** From the first change notification until the catalog's database has all entities. */
  refreshMs: number;
  /** From then until the catalog shows all of them; the catalog's own processing. */
  processedMs: number;
  /** From a change notification until the catalog's database has the changed entity, for each change. */
  changeMs: number[];
  /** After a garbage collection, before and after the changes. */
  heapBytes: [number, number];
}

type Knex = Awaited<ReturnType<DatabaseService['getClient']>>;

const longMs = 1_200_000;
const pauseMs = 2_000;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Starts the catalog with the provider, and has what its modules have. */
async function startCatalog() {
  let parts: { knex: Knex; events: EventsService } | undefined;
  const access = createBackendModule({
    pluginId: 'catalog',
    moduleId: 'bench',
    register(registration) {
      registration.registerInit({
        deps: { database: coreServices.database, events: eventsServiceRef },
        async init({ database, events }) {
          parts = { knex: await database.getClient(), events };
        },
      });
    },
  });
  const backend = await startTestBackend({
    features: [
      catalogPlugin,
      catalogModuleKlutch,
      access,
      mockServices.rootConfig.factory({
        data: {
          app: { baseUrl: 'http://portal.test' },
          catalog: {
            providers: { klutch: { namespaces: '*', templates: false } },
          },
        },
      }),
    ],
  });
  if (!parts) throw new Error('The catalog was not started.');
  return { ...parts, stop: () => backend.stop() };
}

runAsChild<CatalogInput, CatalogOutput>(async ({ instances, changes }) => {
  const portal = new FakePortal();
  globalThis.fetch = portal.fetch;
  const { knex, events, stop } = await startCatalog();
  const until = (what: string, condition: () => Promise<boolean>) =>
    waitFor(condition, { what, timeoutMs: longMs, intervalMs: 5 });
  const publish = async () => {
    portal.version += 1;
    await events.publish({ topic: 'klutch.changes', eventPayload: {} });
  };
  const count = async (table: string, column: string) => {
    const [row] = await knex(table).whereNotNull(column).count({ n: '*' });
    return Number(row?.n);
  };

  portal.claims = Array.from({ length: instances }, (_, index) =>
    claim({ name: `db-${index}`, namespace: `team-${index % 100}` }),
  );
  const startedAt = performance.now();
  await publish();
  await until(
    'the database has all entities',
    async () => (await count('refresh_state', 'entity_id')) >= instances,
  );
  const refreshMs = performance.now() - startedAt;
  await waitFor(
    async () => (await count('final_entities', 'final_entity')) >= instances,
    {
      what: 'the catalog shows all entities',
      timeoutMs: longMs,
      intervalMs: 500,
    },
  );
  const processedMs = performance.now() - startedAt - refreshMs;

  const before = heapUsed();
  const changeMs: number[] = [];
  for (let index = 0; index < changes; index++) {
    const position = (index * 997) % instances;
    const owner = `user:default/owner-${index}`;
    portal.claims = portal.claims.with(
      position,
      claim({ ...portal.claims[position], owner }),
    );
    // A single change; one right after a refresh would wait.
    await pause(pauseMs);
    const changedAt = performance.now();
    await publish();
    const { namespace } = portal.claims[position] ?? {};
    const entity_ref = `resource:default/apps-dev_${namespace}_${postgresql}_db-${position}`;
    await until('the database has the change', async () => {
      const row = await knex('refresh_state').where({ entity_ref }).first();
      return String(row?.unprocessed_entity).includes(`"${owner}"`);
    });
    changeMs.push(performance.now() - changedAt);
  }
  const after = heapUsed();
  await stop();
  return { refreshMs, processedMs, changeMs, heapBytes: [before, after] };
});
