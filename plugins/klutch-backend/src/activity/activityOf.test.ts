import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { KubeObject } from '@klutch/kube';
import { activityOf } from './activityOf';

type Activity = Schemas['Activity'];

const instance = {
  cluster: 'apps',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  type: 'instance',
  name: 'app',
  createdAt: '2026-11-20T10:00:00Z',
} as Schemas['Claim'];
const { resource, name } = instance;

const backup = (
  backupName: string,
  createdAt: string,
  scheduledAt?: string,
): Schemas['Claim'] => ({
  ...instance,
  resource: 'backups.anynines.com',
  type: 'backup',
  name: backupName,
  createdAt,
  ...(scheduledAt && { scheduledAt }),
});

const writer = (manager: string, time: string, more: object = {}) => ({
  manager,
  operation: 'Update',
  time,
  fieldsV1: { 'f:spec': { 'f:plan': {} } },
  ...more,
});

const object = (...managedFields: object[]): KubeObject => ({
  apiVersion: 'anynines.com/v1',
  kind: 'PostgresqlInstance',
  metadata: { name, namespace: 'team-a', managedFields },
});

const summary = (activities: Activity[]) =>
  activities.map(({ at, action, name: of, user, client, bySchedule }) =>
    [at.slice(8, 16), action, of, user ?? client ?? (bySchedule && 'schedule')]
      .filter(Boolean)
      .join(' '),
  );

it('names the clients that created and changed the instance outside of the portal', () => {
  const activities = activityOf(
    instance,
    object(
      writer('kubectl-create', instance.createdAt),
      writer('kubectl-edit', '2026-11-21T09:00:00Z'),
      writer('konnector', '2026-11-22T09:00:00Z', { subresource: 'status' }),
      writer('konnector', '2026-11-22T09:00:00Z', {
        fieldsV1: { 'f:metadata': {} },
      }),
    ),
    [],
    [],
  );
  expect(summary(activities)).toEqual([
    '21T09:00 changed app kubectl-edit',
    '20T10:00 created app kubectl-create',
  ]);
});

it('adds what was not done in the portal to what was, newest first', () => {
  const records: Activity[] = [
    {
      at: '2026-11-22T08:00:00.120Z',
      action: 'deleted',
      type: 'backup',
      resource: 'backups.anynines.com',
      name: 'b0',
      user: 'user:default/bob',
    },
    {
      at: '2026-11-20T10:00:00.420Z',
      action: 'created',
      type: 'instance',
      resource,
      name,
      user: 'user:default/alice',
    },
  ];
  const activities = activityOf(
    instance,
    object(
      writer('klutch-portal', '2026-11-21T09:00:00Z'),
      writer('klutch-portal', instance.createdAt),
    ),
    [
      backup('b1', '2026-11-23T01:00:10Z', '2026-11-23T01:00:00Z'),
      backup('b2', '2026-11-21T12:00:00Z'),
    ],
    records,
  );
  expect(summary(activities)).toEqual([
    '23T01:00 created b1 schedule',
    '22T08:00 deleted b0 user:default/bob',
    '21T12:00 created b2',
    '20T10:00 created app user:default/alice',
  ]);
});

it('knows no client of an instance whose creator has written it again', () => {
  const [creation] = activityOf(instance, object(), [], []);
  expect(creation).toEqual({
    at: instance.createdAt,
    action: 'created',
    type: 'instance',
    resource,
    name,
  });
});

it('keeps the creation apart from that of an earlier object with the same name', () => {
  const record: Activity = {
    at: '2026-11-20T09:00:00Z',
    action: 'created',
    type: 'backup',
    resource: 'backups.anynines.com',
    name: 'b1',
    user: 'user:default/alice',
  };
  const activities = activityOf(
    instance,
    object(),
    [backup('b1', '2026-11-25T10:00:00Z')],
    [record],
  );
  expect(summary(activities)[0]).toBe('25T10:00 created b1');
});

it('counts what people set in the metadata, and not the marks of the konnector', () => {
  const set = (fields: object) => ({ fieldsV1: { 'f:metadata': fields } });
  const annotation = (key: string) => ({
    'f:annotations': { [`f:${key}`]: {} },
  });
  const activities = activityOf(
    instance,
    object(
      writer(
        'kubectl-annotate',
        '2026-11-21T09:00:00Z',
        set(annotation('klutch.anynines.com/backup-schedule')),
      ),
      writer(
        'kubectl-label',
        '2026-11-22T09:00:00Z',
        set({
          'f:labels': { 'f:klutch.anynines.com/deletion-protection': {} },
        }),
      ),
      writer(
        'klutch.anynines.com/marker',
        '2026-11-23T09:00:00Z',
        set(annotation('klutch.anynines.com/bound')),
      ),
    ),
    [],
    [],
  );
  expect(activities.map(({ client }) => client)).toEqual([
    'kubectl-label',
    'kubectl-annotate',
    undefined,
  ]);
});
