// What the a8s Compositions make of a claim of each kind, with every patch: the operator of a8s is not available here.
import {
  parseResources,
  patchAndTransform,
} from '@klutch/composition-function';
import { claimsWithAllParameters } from '../testing/allParameters';
import type { Schema } from './dataServices/DataService';
import { loadCompositions, loadXrds } from './manifests';

const conditions = [{ type: 'Available', status: 'True' }];
const lastObservationTime = '2026-01-01T00:00:00Z';

/** The spec of a claim, the status that the operator reports, and what follows from that. */
const cases: Record<string, { spec: object; reported: object }> = {
  'a8s-postgresql': {
    spec: {
      service: 'a9s-postgresql14',
      plan: 'postgresql-replica-small',
      expose: 'Internal',
      parameters: {
        ...claimsWithAllParameters.postgresql.parameters,
        maxLocksPerTransaction: 64,
        sslCiphers: 'HIGH',
        sslMinProtocolVersion: 'TLSv1.2',
      },
    },
    reported: { clusterStatus: 'Running', readyReplicas: 3 },
  },
  'a8s-servicebinding': {
    spec: { instanceRef: 'db', serviceInstanceType: 'postgresql' },
    reported: { implemented: true, secret: { name: 's', namespace: 'team-a' } },
  },
  'a8s-backup': {
    spec: { instanceRef: 'db', serviceInstanceType: 'postgresql' },
    reported: {
      backupID: '20260101',
      conditions,
      lastObservationTime,
      podUsedNamespacedName: 'team-a/db-0',
      podUsedUID: 'u',
      retries: 0,
    },
  },
  'a8s-restore': {
    spec: {
      instanceRef: 'db',
      backupRef: 'b',
      serviceInstanceType: 'postgresql',
    },
    reported: {
      conditions,
      lastObservationTime,
      podToPoll: { namespacedName: 'team-a/db-0', ip: '10.0.0.7', uid: 'u' },
      restoreID: '20260102',
    },
  },
};

const compositionOf = async (name: string) => {
  const composition = (await loadCompositions('a8s')).find(
    ({ metadata }) => metadata.name === name,
  );
  if (!composition) throw new Error(`${name} is not shipped`);
  return composition;
};

it('each a8s Composition has a case here', async () => {
  const names = (await loadCompositions('a8s')).map(
    ({ metadata }) => metadata.name,
  );
  expect(names.sort()).toEqual(Object.keys(cases).sort());
});

it.each(Object.entries(cases))(
  '%s composes an object for the operator, and reports its status',
  async (name, { spec, reported }) => {
    const composition = await compositionOf(name);
    const resources = parseResources(composition.spec.pipeline?.[0]?.input);
    const { composite, composed } = patchAndTransform(resources, {
      composite: {
        metadata: {
          labels: {
            'crossplane.io/claim-name': 'claim',
            'crossplane.io/claim-namespace': 'team-a',
          },
        },
        spec,
      },
      composed: {
        [name]: { status: { atProvider: { manifest: { status: reported } } } },
      },
    });
    expect(composite).toEqual({
      status: { managed: reported },
    });
    const object = composed[name]?.object;
    const targets = (resources.resources[0]?.patches ?? []).flatMap(patch =>
      patch.type === 'FromCompositeFieldPath' ? [patch.toFieldPath ?? ''] : [],
    );
    for (const target of targets) expect(object).toHaveProperty(target);
    expect(object).toMatchSnapshot();
  },
);

it.each(Object.keys(cases))(
  '%s reports only fields that the XRD describes',
  async name => {
    const { spec } = await compositionOf(name);
    const xrd = (await loadXrds()).find(
      other => other.spec.names.kind === spec.compositeTypeRef.kind,
    );
    const schema: Schema | undefined =
      xrd?.spec.versions[0]?.schema.openAPIV3Schema;
    const [resource] = parseResources(spec.pipeline?.[0]?.input).resources;
    const reported = (resource?.patches ?? []).flatMap(patch =>
      patch.type === 'ToCompositeFieldPath' ? [patch.toFieldPath ?? ''] : [],
    );
    const fieldOf = (path: string) =>
      path
        .split('.')
        .reduce<Schema | undefined>(
          (parent, key) => parent?.properties?.[key],
          schema,
        );
    expect(reported).not.toEqual([]);
    expect(reported.filter(path => !fieldOf(path)?.description)).toEqual([]);
  },
);
