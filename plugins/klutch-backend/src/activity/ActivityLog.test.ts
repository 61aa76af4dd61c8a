import { resolvePackagePath } from '@backstage/backend-plugin-api';
import { TestDatabases } from '@backstage/backend-test-utils';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Logger } from '@klutch/kube';
import { ActivityLog } from './ActivityLog';

const databases = TestDatabases.create({ ids: ['SQLITE_3'] });

const instance = {
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  type: 'instance',
  name: 'orders-db',
  createdAt: new Date().toISOString(),
} as Schemas['Claim'];

const binding = {
  ...instance,
  type: 'binding',
  resource: 'servicebindings.anynines.com',
  name: 'web',
  instanceResource: instance.resource,
  instanceRef: instance.name,
} as Schemas['Claim'];

const alice = 'user:default/alice';

async function createLog() {
  const knex = await databases.init('SQLITE_3');
  await knex.migrate.latest({
    directory: resolvePackagePath(
      '@klutch/backstage-plugin-klutch-backend',
      'migrations',
    ),
  });
  const error = jest.fn();
  const logger = { error } as unknown as Logger;
  const onChange = jest.fn();
  return { error, log: new ActivityLog({ knex, logger, onChange }), onChange };
}

it('keeps the reason of a reveal, and the changed fields of a change', async () => {
  const { error, log, onChange } = await createLog();
  await log.record(alice, instance, 'changed', { fields: ['plan'] });
  await log.record(alice, binding, 'revealed', { reason: 'Incident 7' });
  await log.record(alice, binding, 'revealed');

  expect(error).not.toHaveBeenCalled();
  expect(onChange).toHaveBeenCalledTimes(3);
  const done = await log.of(instance);
  expect(
    done.map(({ action, reason, fields }) => ({ action, reason, fields })),
  ).toEqual([
    { action: 'revealed' },
    { action: 'revealed', reason: 'Incident 7' },
    { action: 'changed', fields: ['plan'] },
  ]);
});

it('records an action that several replicas report once', async () => {
  const { error, log } = await createLog();
  const backup = { ...binding, type: 'backup', name: 'nightly' } as const;
  for (const onceKey of ['created 1', 'created 1', 'created 2']) {
    await log.record(undefined, backup, 'created', { onceKey });
  }
  expect(error).not.toHaveBeenCalled();
  expect(await log.of(instance)).toHaveLength(2);
});

it('shows what people did before many scheduled backups', async () => {
  const { log } = await createLog();
  await log.record(alice, instance, 'changed', { fields: ['plan'] });
  const backup = { ...binding, type: 'backup' } as Schemas['Claim'];
  for (let index = 0; index < 60; index += 1) {
    await log.record(undefined, backup, 'created');
  }
  const done = await log.of(instance);
  expect(done.at(-1)).toMatchObject({ user: alice, action: 'changed' });
  expect(done.filter(({ bySchedule }) => bySchedule)).toHaveLength(50);
});
