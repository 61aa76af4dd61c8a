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
import { newServiceNamespace } from './serviceNamespacePlan';

const key = annotations.exportedTypes;
const api = 'databases.example.test';
const claimed = (noted?: string, name = 'team-a'): APIServiceNamespace => ({
  apiVersion: names.apiVersion,
  kind: bindResources.serviceNamespaces.kind,
  metadata: {
    namespace: 'cluster-x',
    name,
    uid: `uid of ${name}`,
    resourceVersion: '7',
    ...(noted !== undefined && { annotations: { [key]: noted } }),
  },
});

/** A control plane that exports databases to the app cluster. */
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

describe('note of exported types', () => {
  it('is all there can be when it is there before the service namespace', async () => {
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

  it('says that there may be others in a service namespace that is older', async () => {
    const namespace = newServiceNamespace('cluster-x-team-a', claimed());
    const { context } = fakeContext({ namespace });
    expect(await exportedTypesAnnotation(context, claimed())).toEqual({
      [key]: `${api},unknown-before`,
    });
  });

  it('waits while another namespace has the name, or the former one is going', async () => {
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

  it('is not asked for where there can be no service namespace', async () => {
    const long = claimed(undefined, 'n'.repeat(60));
    expect(
      await exportedTypesAnnotation(fakeContext().context, long),
    ).toBeUndefined();
  });

  it('grows, and forgets nothing when exports go', async () => {
    const noted = claimed('caches.example.test');
    expect(await exportedTypesAnnotation(fakeContext().context, noted)).toEqual(
      {
        [key]: `caches.example.test,${api}`,
      },
    );
    const { context } = fakeContext({ exports: [] });
    expect(await exportedTypesAnnotation(context, noted)).toBeUndefined();
  });
});
