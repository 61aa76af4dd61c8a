/** Manifests to run the server in a cluster, generated from its configuration. Pure. */
import { createHash } from 'node:crypto';
import { parseListenAddress } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import { isLoopback } from '../loopback';
import { backendVersion } from '../version';
import type { SecretReference, ServerConfig } from './config';
import { requirePodFiles, secretFolder } from './podFiles';
import { roleManifests, type ServerIdentity } from './roleManifests';

/** Input of {@link serverManifests}. */
export interface ManifestOptions extends Omit<
  ServerIdentity,
  'user' | 'appClusterBindings' | 'leaseName'
> {
  config: ServerConfig;
  /** The text of the configuration file. */
  configText: string;
  image: string;
}

/** Name of every object that exists once. */
const name = backendNames.program;

/** Default for `image` of {@link ManifestOptions}. */
export const defaultImage = `${name}:${backendVersion.slice(1)}`;

const configFolder = '/etc/klutch';

/** @throws BindingError `Misconfigured` for a loopback address, which cannot be reached from outside the pod */
const portOf = (key: string, address: string): number => {
  const { host, port } = parseListenAddress(address);
  if (!host || !isLoopback(host)) return port;
  throw new BindingError(
    'Misconfigured',
    `${key} is ${address}, which only the pod itself can reach. Write :${port}.`,
  );
};

/** In a pod, the server uses the in-cluster address of the API server, which app clusters cannot reach. */
const requireExternalServer = ({ controlPlane }: ServerConfig): void => {
  if (controlPlane.externalServer || controlPlane.kubeconfig) return;
  throw new BindingError(
    'Misconfigured',
    'controlPlane.externalServer is not set, so app clusters would get an address that only pods can reach. Set it to the URL of the control plane cluster for app clusters.',
  );
};

/** The Role for the Lease is in the namespace of the pod. */
const requireOwnLease = ({ config: { lease }, namespace }: ManifestOptions) => {
  if (!lease || lease.namespace === namespace) return;
  throw new BindingError(
    'Misconfigured',
    `lease.namespace is ${lease.namespace}, but the server runs in ${namespace} and may hold a Lease only there. Set lease.namespace: ${namespace}, or pass --namespace ${lease.namespace}.`,
  );
};

/** Environment variables that the configuration refers to are set from keys of the Secret. */
const environment = ({ handshake }: ServerConfig): object[] => {
  const references: (SecretReference | undefined)[] = [
    handshake?.database?.postgres,
    ...(handshake?.identityProviders ?? []).map(
      ({ clientSecret }) => clientSecret,
    ),
  ];
  const variables = references.flatMap(reference =>
    reference && 'env' in reference ? [reference.env] : [],
  );
  return [
    {
      name: 'POD_NAMESPACE',
      valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
    },
    ...[...new Set(variables)].map(variable => ({
      name: variable,
      valueFrom: { secretKeyRef: { name, key: variable } },
    })),
  ];
};

/** Sign-ins in memory, and controllers without a Lease, allow only one replica. */
const replicasOf = ({ handshake, lease }: ServerConfig) =>
  lease === null || (handshake && !handshake.database) ? 1 : 2;

const container = ({ config, image }: ManifestOptions) => {
  const { handshake, health } = config;
  const probe = (path: string) => ({ httpGet: { path, port: 'health' } });
  return {
    name,
    image,
    args: [`--config=${configFolder}/config.yaml`],
    env: environment(config),
    ports: [
      { name: 'health', containerPort: portOf('health', health) },
      ...(handshake
        ? [
            {
              name: 'handshake',
              containerPort: portOf('handshake.listen', handshake.listen),
            },
          ]
        : []),
    ],
    readinessProbe: probe('/readyz'),
    livenessProbe: probe('/healthz'),
    resources: {
      requests: { cpu: '50m', memory: '128Mi' },
      limits: { memory: '512Mi' },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [
      { name: 'config', mountPath: configFolder, readOnly: true },
      { name: 'secrets', mountPath: secretFolder, readOnly: true },
    ],
  };
};

const deployment = (options: ManifestOptions) => {
  const { config, configText, namespace, serviceAccount } = options;
  const labels = { app: name };
  const hash = createHash('sha256').update(configText).digest('hex');
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas: replicasOf(config),
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      },
      selector: { matchLabels: labels },
      template: {
        metadata: {
          labels,
          // The configuration is read only at startup, so a change has to roll the pods.
          annotations: { 'klutch.anynines.com/config-hash': hash },
        },
        spec: {
          serviceAccountName: serviceAccount,
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [container(options)],
          volumes: [
            { name: 'config', configMap: { name } },
            { name: 'secrets', secret: { secretName: name, optional: true } },
          ],
        },
      },
    },
  };
};

const service = ({ config, namespace }: ManifestOptions): object[] => {
  const { handshake } = config;
  if (!handshake) return [];
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace, labels: { app: name } },
      spec: {
        selector: { app: name },
        ports: [
          {
            name: 'handshake',
            port: handshake.tls ? 443 : 80,
            targetPort: 'handshake',
          },
        ],
      },
    },
  ];
};

/**
 * The CRDs of the binding protocol, namespace, service account, roles, configuration, Deployment and, if the handshake
 * is configured, a Service.
 * @throws BindingError `Misconfigured` when the server cannot run in a pod with this configuration
 */
export const serverManifests = (options: ManifestOptions): object[] => {
  const { config, configText, namespace } = options;
  requireExternalServer(config);
  requireOwnLease(options);
  requirePodFiles(config);
  return [
    ...roleManifests({
      ...options,
      appClusterBindings: config.appClusterBindings !== undefined,
      leaseName: config.lease?.name,
    }),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace },
      data: { 'config.yaml': configText },
    },
    deployment(options),
    ...service(options),
  ];
};
