import {
  annotations,
  bindResources,
  names,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { databasesExport } from '../testing/samples';
import type { ControllerContext } from './context';
import { exportedTypesAnnotation } from './exportedTypesAnnotation';
import { newServiceNamespace } from './serviceNamespaceOwnership';

const key = annotations.exportedTypes;
const api = 'databases.example.test';
const claimed = (recorded?: string, name = 'team-a'): APIServiceNamespace => ({
  apiVersion: names.apiVersion,
  kind: bindResources.serviceNamespaces.kind,
  metadata: {
    namespace: 'cluster-x',
    name,
    uid: `uid of ${name}`,
    resourceVersion: '7',
    ...(recorded !== undefined && { annotations: { [key]: recorded } }),
  },
});

/** A control plane cluster that exports databases to the app cluster. */
const fakeContext = (
  options: {
    namespace?: KubeObject;
    exports?: unknown[];
  } = {},
) => {
  const { namespace, exports = [databasesExport('cluster-x')] } = options;
  const context = {
    client: { get: async () => namespace },
    caches: { exports: { byIndex: () => exports } },
  } as unknown as ControllerContext;
  return { context };
};

describe('annotation of exported types', () => {
  it('is complete when it is written before the service namespace is created', async () => {
    expect(
      await exportedTypesAnnotation(fakeContext().context, claimed()),
    ).toEqual({
      [key]: api,
    });
    const { context } = fakeContext({ exports: [] });
    expect(await exportedTypesAnnotation(context, claimed())).toEqual({
      [key]: '',
    });
  });

  it('marks that there may be other types in an older service namespace', async () => {
    const namespace = newServiceNamespace('cluster-x-team-a', claimed());
    const { context } = fakeContext({ namespace });
    expect(await exportedTypesAnnotation(context, claimed())).toEqual({
      [key]: `${api},unknown-before`,
    });
  });

  it('waits while a foreign or terminating namespace has the name', async () => {
    const { metadata, ...rest } = newServiceNamespace('n', claimed());
    for (const other of [
      { name: 'n' },
      { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    ]) {
      const { context } = fakeContext({
        namespace: { ...rest, metadata: other },
      });
      expect(await exportedTypesAnnotation(context, claimed())).toBeUndefined();
    }
  });

  it('is not written where no service namespace is possible', async () => {
    const long = claimed(undefined, 'n'.repeat(60));
    expect(
      await exportedTypesAnnotation(fakeContext().context, long),
    ).toBeUndefined();
  });

  it('only grows, also when exports are deleted', async () => {
    const recorded = claimed('caches.example.test');
    expect(
      await exportedTypesAnnotation(fakeContext().context, recorded),
    ).toEqual({
      [key]: `caches.example.test,${api}`,
    });
    const { context } = fakeContext({ exports: [] });
    expect(await exportedTypesAnnotation(context, recorded)).toBeUndefined();
  });
});
