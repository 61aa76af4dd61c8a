/** The konnector as a Deployment: what is the same wherever it runs. */
import type { KubeObject } from '@klutch/kube';
import { names } from './names';
import type { ContainerResources } from './types/containerOverrides';

/** Where and as whom a konnector runs. */
export interface KonnectorDeploymentOptions {
  /** Its own namespace. */
  namespace: string;
  /** As the operator of whoever makes the Deployment names it. */
  image: string;
  /** Service account. */
  serviceAccount: string;
  /** Whether its token is mounted, whatever the service account says; that decides when left out. */
  automountServiceAccountToken?: boolean;
  /** Command line; `$(POD_NAMESPACE)` is the namespace. */
  args: string[];
  /** Added to the labels of the Deployment. */
  labels?: Record<string, string>;
  /** Added to, or in place of, the requests and limits. */
  resources?: Pick<ContainerResources, 'limits' | 'requests'>;
  /** Kubernetes' own default when left out. */
  imagePullPolicy?: string;
}

/** A Deployment; the rest of its type is Kubernetes'. */
export interface KonnectorDeployment extends KubeObject {
  /** What is wanted. */
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

/** Two replicas, of which one leads; nothing in it needs root, or a disk. */
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

/** The konnector on an app cluster of its own, as {@link konnectorRoles} prepares it. */
export const appClusterKonnector = (image: string): KonnectorDeployment =>
  konnectorDeployment({
    namespace: names.appClusterNamespace,
    image,
    serviceAccount: names.konnector,
    args: [`--health-address=:${healthPort}`],
  });
