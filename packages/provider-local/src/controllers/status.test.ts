import { InstanceReport } from '../host/reports';
import { ServiceBinding } from '../resources/managedResources';
import { backupStatus } from './backup';
import { connectionSecret } from './connectionSecret';
import { restoreStatus } from './restore';
import { instanceStatus } from './serviceInstance';

const report: InstanceReport = {
  state: 'provisioned',
  serviceId: 'svc-pg15',
  planId: 'plan-pg-single-nano',
  parameters: { max_connections: 10 },
  createdAt: '2026-06-10T09:00:00.000Z',
  provisionedAt: '2026-06-10T09:00:04.000Z',
  updatedAt: '2026-06-10T09:00:04.000Z',
  server: { running: true },
  storage: { within: true },
  usage: {},
};

describe('the status of an instance', () => {
  it('is available when the server answers', () => {
    expect(instanceStatus('id', report)).toMatchObject({
      atProvider: {
        state: 'provisioned',
        instanceId: 'id',
        parameters: { max_connections: 10 },
      },
      ready: { status: 'True', reason: 'Available' },
      extraConditions: [{ type: 'StorageWithinPlan', status: 'True' }],
    });
  });

  it('has what was measured of its usage', () => {
    const usage = { storageBytes: 1, storageLimitBytes: 2 };
    expect(instanceStatus('id', { ...report, usage }).atProvider).toMatchObject(
      { usage },
    );
    expect(instanceStatus('id', report).atProvider).not.toHaveProperty('usage');
  });

  it('is being created while it deploys', () => {
    expect(
      instanceStatus('id', { ...report, state: 'deploying' }).ready,
    ).toMatchObject({
      status: 'False',
      reason: 'Creating',
    });
  });

  it('reports a crash while the server is down, and after its restart', () => {
    expect(
      instanceStatus('id', {
        ...report,
        server: { running: false, reason: 'it crashed' },
      }).ready,
    ).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'Unavailable',
      message: 'it crashed',
    });
    expect(
      instanceStatus('id', {
        ...report,
        server: { running: true, note: 'it is back' },
      }).ready,
    ).toMatchObject({
      status: 'True',
      message: 'it is back',
    });
  });

  it('reports an exhausted quota', () => {
    expect(
      instanceStatus('id', {
        ...report,
        storage: { within: false, message: 'too large' },
      }),
    ).toMatchObject({
      ready: { status: 'True', message: 'too large' },
      extraConditions: [
        {
          type: 'StorageWithinPlan',
          status: 'False',
          reason: 'QuotaExceeded',
          message: 'too large',
        },
      ],
    });
  });
});

describe('the status of backups and restores', () => {
  const backup = {
    id: 7,
    instanceId: 'i',
    triggeredAt: 't',
    downloadable: false,
  };
  const restore = { id: 3, instanceId: 'i', backupId: 7, triggeredAt: 't' };
  it.each([
    ['queued', 'False', 'Creating'],
    ['running', 'False', 'Creating'],
    ['done', 'True', 'Available'],
    ['failed', 'False', 'Unavailable'],
  ] as const)('%s is %s/%s', (state, status, reason) => {
    expect(backupStatus({ ...backup, status: state }).ready).toMatchObject({
      status,
      reason,
    });
    expect(restoreStatus({ ...restore, state }).ready).toMatchObject({
      status,
      reason,
    });
  });

  it('has the fields of a9s', () => {
    expect(
      backupStatus({
        ...backup,
        status: 'done',
        size: 5,
        finishedAt: 'f',
        downloadable: true,
      }).atProvider,
    ).toEqual({
      id: 7,
      instanceId: 'i',
      size: 5,
      status: 'done',
      triggered_at: 't',
      finished_at: 'f',
      downloadable: true,
    });
    expect(
      restoreStatus({ ...restore, state: 'done', finishedAt: 'f' }).atProvider,
    ).toEqual({
      restoreId: 3,
      backupId: 7,
      instanceId: 'i',
      state: 'done',
      triggeredAt: 't',
      finishedAt: 'f',
    });
  });

  it('reports why a job failed', () => {
    expect(
      backupStatus({ ...backup, status: 'failed', failure: 'no room' }).ready
        .message,
    ).toBe('no room');
  });
});

describe('the credentials secret', () => {
  const binding: ServiceBinding = {
    apiVersion: 'dataservices.anynines.com/v1',
    kind: 'ServiceBinding',
    metadata: { name: 'app-x7k2p', uid: 'u1' },
    spec: {
      writeConnectionSecretToRef: { name: 'app-creds', namespace: 'team-a' },
    },
  };

  it('belongs to the binding and has its data from the start', () => {
    expect(connectionSecret(binding, { host: 'h' })).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'connection.crossplane.io/v1alpha1',
      metadata: {
        name: 'app-creds',
        namespace: 'team-a',
        ownerReferences: [
          {
            apiVersion: 'dataservices.anynines.com/v1',
            kind: 'ServiceBinding',
            name: 'app-x7k2p',
            uid: 'u1',
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
      data: { host: 'aA==' },
    });
  });

  it('needs a secret reference', () => {
    expect(() => connectionSecret({ ...binding, spec: {} }, {})).toThrow(
      /writeConnectionSecretToRef is missing/,
    );
  });
});
