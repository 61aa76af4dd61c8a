/** A valid object of each kind with every field set; typed, so that types and CRDs can be compared. */
import { names } from '../names';
import type { APIServiceBinding } from '../types/apiServiceBinding';
import type { APIServiceExport } from '../types/apiServiceExport';
import type { APIServiceExportRequest } from '../types/apiServiceExportRequest';
import type { APIServiceExportTemplate } from '../types/apiServiceExportTemplate';
import type { APIServiceNamespace } from '../types/apiServiceNamespace';
import type { AppClusterBinding } from '../types/appClusterBinding';
import type { ClusterBinding } from '../types/clusterBinding';
import type { Condition } from '../types/condition';
import type { ContainerOverrides } from '../types/containerOverrides';
import type { CrdNames } from '@klutch/kube';
import type { PermissionClaim } from '../types/permissionClaim';

const claim: Required<PermissionClaim> = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  required: true,
  selector: {
    names: ['*'],
    namespaces: ['team-a'],
    labelSelectors: [{ app: 'shop' }],
    fieldSelectors: ['metadata.name=a'],
    owner: 'Provider',
  },
  read: {
    labels: [{ pattern: 'a*' }],
    labelsOnProviderOwnedObjects: [{ pattern: 'b*' }],
    annotations: [{ pattern: 'c*' }],
    overrideAnnotations: [{ pattern: 'd*' }],
  },
  create: { replaceExisting: true },
  autoAdopt: true,
  autoDonate: false,
  onConflict: { recreateWhenConsumerSideDeleted: false },
  update: {
    fields: ['.data'],
    preserving: ['.type'],
    alwaysRecreate: true,
    labels: [{ pattern: 'e*' }],
    labelsOnConsumerOwnedObjects: [{ pattern: 'f*' }],
    annotations: [{ pattern: 'g*' }],
    annotationsOnConsumerOwnedObjects: [{ pattern: 'h*' }],
  },
};

const conditions: Condition[] = [
  {
    type: 'Ready',
    status: 'False',
    lastTransitionTime: '2026-01-02T03:04:05Z',
    severity: 'Warning',
    reason: 'Late',
    message: 'It is late.',
  },
];

const crdNames: Required<CrdNames> = {
  plural: 'things',
  singular: 'thing',
  shortNames: ['th'],
  kind: 'Thing',
  listKind: 'ThingList',
  categories: ['claim'],
};

const overrides: Required<ContainerOverrides> = {
  name: 'konnector',
  image: 'registry.example/konnector:v1',
  command: ['/konnector'],
  args: ['-v=4'],
  workingDir: '/tmp',
  ports: [
    {
      containerPort: 8080,
      protocol: 'TCP',
      name: 'health',
      hostPort: 8080,
      hostIP: '127.0.0.1',
    },
    { containerPort: 8080, protocol: 'UDP' },
  ],
  envFrom: [{ prefix: 'A_', configMapRef: { name: 'env', optional: true } }],
  env: [
    {
      name: 'CORES',
      valueFrom: {
        resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' },
      },
    },
    { name: 'ZONE', value: 'a' },
  ],
  resources: {
    limits: { cpu: '250m', memory: '64Mi' },
    requests: { cpu: 1 },
    claims: [{ name: 'gpu', request: 'one' }],
  },
  restartPolicy: 'Always',
  volumeMounts: [{ name: 'data', mountPath: '/data', readOnly: true }],
  volumeDevices: [{ name: 'disk', devicePath: '/dev/disk' }],
  livenessProbe: {
    httpGet: { path: '/healthz', port: 'health' },
    periodSeconds: 5,
  },
  readinessProbe: { tcpSocket: { port: 8080 } },
  startupProbe: { grpc: { port: 8080, service: 'health' } },
  lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } },
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'IfNotPresent',
  securityContext: {
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
  stdin: true,
  stdinOnce: true,
  tty: true,
};

const { apiVersion } = names;

/** All fields of {@link APIServiceExport}. */
export const fullExport: APIServiceExport = {
  apiVersion,
  kind: 'APIServiceExport',
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    names: crdNames,
    scope: 'Cluster',
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: true,
        deprecated: true,
        deprecationWarning: 'Use v1.',
        schema: {
          openAPIV3Schema: {
            type: 'object',
            'x-kubernetes-validations': [{ rule: 'has(self.spec)' }],
          },
        },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        additionalPrinterColumns: [
          {
            name: 'State',
            type: 'string',
            jsonPath: '.status.state',
            description: 'How it stands.',
            format: 'byte',
            priority: 1,
          },
        ],
      },
    ],
    informerScope: 'Cluster',
    clusterScopedIsolation: 'Prefixed',
    permissionClaims: [claim],
  },
  status: { acceptedNames: crdNames, storedVersions: ['v1beta1'], conditions },
};

/** All fields of {@link APIServiceExportRequest}. */
export const fullExportRequest: APIServiceExportRequest = {
  apiVersion,
  kind: 'APIServiceExportRequest',
  metadata: { name: 'things.example.com' },
  spec: {
    parameters: { any: [1, {}] },
    resources: [
      {
        group: 'example.com',
        resource: 'things',
        versions: ['v1'],
        permissionClaims: [claim],
      },
    ],
  },
  status: { phase: 'Failed', terminalMessage: 'No template.', conditions },
};

/** All fields of {@link APIServiceNamespace}. */
export const fullServiceNamespace: APIServiceNamespace = {
  apiVersion,
  kind: 'APIServiceNamespace',
  metadata: { name: 'team-a' },
  spec: {},
  status: { namespace: 'cluster-x7k2p-team-a' },
};

/** All fields of {@link ClusterBinding}. */
export const fullClusterBinding: ClusterBinding = {
  apiVersion,
  kind: 'ClusterBinding',
  metadata: { name: 'cluster' },
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Data services',
    serviceProviderSpec: { plan: 'gold' },
  },
  status: {
    lastHeartbeatTime: '2026-01-02T03:04:05Z',
    heartbeatInterval: '5m0s',
    konnectorVersion: 'v1.5.0',
    conditions,
  },
};

const kubeconfigSecretRef = {
  name: 'kubeconfig-x7k2p',
  key: 'kubeconfig',
  namespace: 'klutch-bind',
} as const;

/** All fields of {@link APIServiceBinding}. */
export const fullBinding: APIServiceBinding = {
  apiVersion,
  kind: 'APIServiceBinding',
  metadata: { name: 'things.example.com' },
  spec: {
    kubeconfigSecretRef,
    permissionClaims: [{ ...claim, state: 'Accepted' }],
  },
  status: { providerPrettyName: 'Data services', conditions },
};

/** All fields of {@link AppClusterBinding}. */
export const fullAppClusterBinding: AppClusterBinding = {
  apiVersion,
  kind: 'AppClusterBinding',
  metadata: { name: 'shop' },
  spec: {
    kubeconfigSecretRef,
    apiExports: [{ group: 'example.com', resource: 'things' }],
    konnector: { deploy: true, overrides },
  },
  status: { conditions },
};

/** All fields of {@link APIServiceExportTemplate}. */
export const fullTemplate: APIServiceExportTemplate = {
  apiVersion: names.templateApiVersion,
  kind: 'APIServiceExportTemplate',
  metadata: { name: 'things' },
  spec: {
    APIServiceSelector: {
      group: 'example.com',
      resource: 'things',
      version: 'v1',
    },
    permissionClaims: [claim],
  },
  status: {},
};
