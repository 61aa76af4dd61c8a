/**
 * Compositions for the a8s automation: an `Object` of provider-kubernetes with a manifest for the a8s operator. a8s
 * provides PostgreSQL only.
 */
import type { PlanSize } from '../dataServices/DataService';
import { backendPlans, parsePlan } from '../dataServices/plans';
import { postgresql } from '../dataServices/postgresql';
import type { Composition } from '../types';
import {
  claimName,
  claimNamespace,
  composition,
  down,
  up,
  type Patch,
  type Transform,
} from './composition';

const manifest = 'spec.forProvider.manifest';
const observed = 'status.atProvider.manifest.status';

/** An `Object` whose manifest has the claim's name and namespace. */
function objectComposition(
  name: string,
  claimKind: string,
  content: object,
  patches: readonly Patch[],
): Composition {
  return composition(
    name,
    claimKind,
    {
      apiVersion: 'kubernetes.crossplane.io/v1alpha1',
      kind: 'Object',
      spec: {
        forProvider: { manifest: content },
        providerConfigRef: { name: 'kubernetes-provider' },
      },
    },
    [
      down(claimNamespace, `${manifest}.metadata.namespace`),
      down(claimName, `${manifest}.metadata.name`),
      ...patches,
    ],
  );
}

const reported = (...fields: string[]): Patch[] =>
  fields.map(field => up(`${observed}.${field}`, `status.managed.${field}`));

/** Resources that the a8s operator gives a server of each size. */
const sizes: Record<
  PlanSize,
  { volumeSize: string; cpu: number; memory: string }
> = {
  nano: { volumeSize: '3Gi', cpu: 2, memory: '1Gi' },
  small: { volumeSize: '10Gi', cpu: 2, memory: '2Gi' },
  medium: { volumeSize: '50Gi', cpu: 2, memory: '4Gi' },
  big: { volumeSize: '100Gi', cpu: 4, memory: '16Gi' },
};

const a8s = 'a8s-postgresql';
const plans = postgresql.backends
  .filter(backend => backend.composition === a8s)
  .flatMap(backendPlans)
  .flatMap(name => parsePlan(name) ?? []);

/** A value for each plan. */
const byPlan = (
  valueOf: (plan: (typeof plans)[number]) => string | number,
): Transform => ({
  type: 'map',
  map: Object.fromEntries(plans.map(plan => [plan.name, valueOf(plan)])),
});

/** The operator's names of parameters that differ from the claim's. */
const operatorKeys: Record<string, string> = {
  tempFileLimit: 'tempFileLimitKiloBytes',
  trackIoTiming: 'trackIOTiming',
  archiveTimeout: 'archiveTimeoutSeconds',
  statementTimeout: 'statementTimeoutMillis',
  walWriterDelay: 'walWriterDelayMillis',
  maxWalSenders: 'maxWALSenders',
};
/** The operator wants these severities in lower case. */
const lowerCase = new Set([
  'clientMinMessages',
  'logMinMessages',
  'logMinErrorStatement',
]);

const parameters = Object.entries(postgresql.parameters)
  .filter(([, { only = a8s }]) => only === a8s)
  .map(([name]) =>
    down(
      `spec.parameters.${name}`,
      `${manifest}.spec.parameters.${operatorKeys[name] ?? name}`,
      ...(lowerCase.has(name)
        ? ([
            { type: 'string', string: { type: 'Convert', convert: 'ToLower' } },
          ] as const)
        : []),
    ),
  );

const resources = (['cpu', 'memory'] as const).flatMap(resource =>
  ['requests', 'limits'].map(kind =>
    down(
      'spec.plan',
      `${manifest}.spec.resources.${kind}.${resource}`,
      byPlan(({ size }) => sizes[size][resource]),
    ),
  ),
);

export const a8sCompositions: readonly Composition[] = [
  objectComposition(
    a8s,
    postgresql.kind,
    {
      apiVersion: 'postgresql.anynines.com/v1beta3',
      kind: 'Postgresql',
      spec: { expose: 'LoadBalancer' },
    },
    [
      down(
        'spec.service',
        `${manifest}.spec.version`,
        {
          type: 'string',
          string: { type: 'TrimPrefix', trim: 'a9s-postgresql' },
        },
        { type: 'convert', convert: { toType: 'int64' } },
      ),
      down(
        'spec.plan',
        `${manifest}.spec.replicas`,
        byPlan(({ topology }) => (topology === 'single' ? 1 : 3)),
      ),
      down(
        'spec.plan',
        `${manifest}.spec.volumeSize`,
        byPlan(({ size }) => sizes[size].volumeSize),
      ),
      ...resources,
      down('spec.expose', `${manifest}.spec.expose`),
      ...parameters,
      ...reported('clusterStatus', 'readyReplicas'),
    ],
  ),
  objectComposition(
    'a8s-servicebinding',
    'ServiceBinding',
    {
      apiVersion: 'servicebindings.anynines.com/v1beta3',
      kind: 'ServiceBinding',
      spec: {
        instance: {
          apiVersion: 'postgresql.anynines.com/v1beta3',
          kind: 'Postgresql',
        },
      },
    },
    [
      down(claimNamespace, `${manifest}.spec.instance.namespace`),
      down('spec.instanceRef', `${manifest}.spec.instance.name`),
      ...reported('implemented', 'secret'),
    ],
  ),
  ...[
    {
      kind: 'Backup',
      more: [],
      fields: [
        'backupID',
        'conditions',
        'lastObservationTime',
        'podUsedNamespacedName',
        'podUsedUID',
        'retries',
      ],
    },
    {
      kind: 'Restore',
      more: [down('spec.backupRef', `${manifest}.spec.backupName`)],
      fields: ['conditions', 'lastObservationTime', 'podToPoll', 'restoreID'],
    },
  ].map(({ kind, more, fields }) =>
    objectComposition(
      `a8s-${kind.toLowerCase()}`,
      kind,
      {
        apiVersion: 'backups.anynines.com/v1beta3',
        kind,
        spec: {
          // The operator's backups spell this kind differently than its service bindings.
          serviceInstance: {
            apiGroup: 'postgresql.anynines.com',
            kind: 'PostgreSQL',
          },
        },
      },
      [
        down('spec.instanceRef', `${manifest}.spec.serviceInstance.name`),
        ...more,
        ...reported(...fields),
      ],
    ),
  ),
];
