// The objects of the benches: a custom resource of 1.5 KB of JSON.
import { defineResource, KubeObject } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
import { BareApi } from '../harness/bareApi';
import { collectionOf, crdName, crdOf, group } from './sampleCrd';

export interface Sample extends KubeObject {
  spec: { counter: number; plan: string; payload: Record<string, string> };
}

export const samples = defineResource<Sample>({
  group,
  version: 'v1',
  plural: 'samples',
  kind: 'Sample',
  namespaced: true,
});

export const sampleCollection = (namespace?: string): string =>
  collectionOf(samples, namespace);

export const sampleName = (index: number): string =>
  `sample-${String(index).padStart(6, '0')}`;

const bytes = 1_500;
const fields = 10;

/** An object whose JSON, as sent, has 1500 bytes. The payload differs between objects. */
export function sampleOf(namespace: string, index: number): Sample {
  const sample: Sample = {
    apiVersion: `${group}/v1`,
    kind: 'Sample',
    metadata: {
      namespace,
      name: sampleName(index),
      labels: { 'bench.klutch.example/part': `part-${index % 10}` },
    },
    spec: { counter: 0, plan: 'standard', payload: {} },
  };
  const names = Array.from({ length: fields }, (_, field) => `field${field}`);
  names.forEach(name => (sample.spec.payload[name] = ''));
  const payloadBytes = bytes - JSON.stringify(sample).length;
  names.forEach((name, field) => {
    const length =
      Math.floor(payloadBytes / fields) +
      (field < payloadBytes % fields ? 1 : 0);
    const text = `${namespace} ${index} ${field} `;
    sample.spec.payload[name] = text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length);
  });
  return sample;
}

export async function createNamespace(
  api: BareApi,
  name: string,
): Promise<void> {
  await api.send('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
}

/**
 * Installs the definition and waits until all watchers of the control plane follow it. The garbage collector is the
 * last one to watch a new resource, up to half a minute later; until then the API server has less work.
 */
export async function installSamples(
  api: BareApi,
  signal: AbortSignal,
): Promise<void> {
  await api.send(
    'POST',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    crdOf(samples),
  );
  const namespace = 'warm-up';
  await createNamespace(api, namespace);
  const orphan = sampleOf(namespace, 0);
  orphan.metadata.ownerReferences = [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'gone',
      uid: '00000000-0000-0000-0000-000000000000',
    },
  ];
  await waitFor(
    () =>
      api.send('POST', sampleCollection(namespace), orphan).then(() => true),
    {
      what: `${crdName(samples)} is served`,
      timeoutMs: 30_000,
      signal,
    },
  );
  await waitFor(
    async () => {
      const { items } = await api.get<{ items: unknown[] }>(
        sampleCollection(namespace),
      );
      return items.length === 0;
    },
    {
      what: 'the garbage collector watches the new resource',
      timeoutMs: 120_000,
      intervalMs: 500,
      signal,
    },
  );
}
