/** The Deployment of the konnector. */
import type { KubeObject } from '@klutch/kube';
import { names } from './names';
import type { ContainerResources } from './types/containerOverrides';

/** Parameters of a konnector's Deployment. */
export interface KonnectorDeploymentOptions {
  /** Namespace of the Deployment. */
  namespace: string;
  /** Container image of the konnector, as configured by the operator. */
  image: string;
  /** Name of the service account that the konnector runs as. */
  serviceAccount: string;
  /** Whether the service account token is mounted. Default: the setting of the service account. */
  automountServiceAccountToken?: boolean;
  /** Command line arguments; `$(POD_NAMESPACE)` expands to the namespace. */
  args: string[];
  /** Added to the labels of the Deployment. */
  labels?: Record<string, string>;
  /** Resource requests and limits that are added to, or replace, the defaults. */
  resources?: Pick<ContainerResources, 'limits' | 'requests'>;
  /** Default: that of Kubernetes. */
  imagePullPolicy?: string;
}

/** A Deployment with the fields that this package sets. */
export interface KonnectorDeployment extends KubeObject {
  /** The desired state. */
  spec: Record<string, unknown>;
}

const healthPort = 8080;
const probe = (path: string) => ({ httpGet: { path, port: 'health' } });

const container = ({
  args,
  image,
  imagePullPolicy,
  resources,
}: KonnectorDeploymentOptions) => ({
  name: names.konnector,
  image,
  args,
  env: [
    {
      name: 'POD_NAMESPACE',
      valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } },
    },
  ],
  ports: [{ name: 'health', containerPort: healthPort }],
  readinessProbe: probe('/readyz'),
  livenessProbe: probe('/healthz'),
  resources: {
    requests: { cpu: '50m', memory: '128Mi', ...resources?.requests },
    limits: { memory: '512Mi', ...resources?.limits },
  },
  ...(imagePullPolicy && { imagePullPolicy }),
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
});

/** Two replicas with leader election, without root and with a read-only file system. */
export const konnectorDeployment = (
  options: KonnectorDeploymentOptions,
): KonnectorDeployment => {
  const { automountServiceAccountToken } = options;
  const podLabels = { app: names.konnector };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: names.konnector,
      namespace: options.namespace,
      labels: { ...podLabels, ...options.labels },
    },
    spec: {
      replicas: 2,
      strategy: {
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      },
      selector: { matchLabels: podLabels },
      template: {
        metadata: { labels: podLabels },
        spec: {
          serviceAccountName: options.serviceAccount,
          ...(automountServiceAccountToken !== undefined && {
            automountServiceAccountToken,
          }),
          terminationGracePeriodSeconds: 30,
          securityContext: {
            runAsNonRoot: true,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [container(options)],
        },
      },
    },
  };
};

/** The konnector on the app cluster, with the service account and roles of {@link konnectorRoles}. */
export const appClusterKonnector = (image: string): KonnectorDeployment =>
  konnectorDeployment({
    namespace: names.appClusterNamespace,
    image,
    serviceAccount: names.konnector,
    args: [`--health-address=:${healthPort}`],
  });
