/** Overrides of the konnector's container in an AppClusterBinding. */

/** A Kubernetes quantity, such as `"250m"`, `"64Mi"` or `2`. */
export type Quantity = string | number;

/** One environment variable. */
export interface ContainerEnvVar {
  /** Name of the variable. */
  name: string;
  /** Value of the variable. Default empty. */
  value?: string;
  /** core/v1 `EnvVarSource`: source of the value, instead of `value`. */
  valueFrom?: Record<string, unknown>;
}

/** One port of a container. */
export interface ContainerPort {
  /** Number of the port in the pod. */
  containerPort: number;
  /** Default `TCP`. Ports are identified by number and protocol. */
  protocol?: string;
  /** Name for Services to refer to. */
  name?: string;
  /** Port of the node. */
  hostPort?: number;
  /** Address of the node. */
  hostIP?: string;
}

/** Resource requirements of a container. */
export interface ContainerResources {
  /** Limits by resource name. */
  limits?: Record<string, Quantity>;
  /** Requests by resource name. */
  requests?: Record<string, Quantity>;
  /** core/v1 `ResourceClaim`s of the pod that the container uses. */
  claims?: Record<string, unknown>[];
}

/**
 * Optional fields of a core/v1 `Container`, applied to the konnector's container as a strategic merge patch; empty, zero
 * and false values count as not set. The CRD validates all fields; this type leaves fields open that are only passed
 * on.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_appclusterbindings.yaml`, `spec.konnector.overrides`.
 */
export interface ContainerOverrides {
  /** Name of the container. */
  name?: string;
  /** Image of the konnector. */
  image?: string;
  /** Entry point. Replaced as a whole. */
  command?: string[];
  /** Arguments of the entry point. Replaced as a whole. */
  args?: string[];
  /** Working directory of the entry point. */
  workingDir?: string;
  /** Ports, identified by number and protocol. */
  ports?: ContainerPort[];
  /** core/v1 `EnvFromSource`s. Replaced as a whole. */
  envFrom?: Record<string, unknown>[];
  /** Environment variables. */
  env?: ContainerEnvVar[];
  /** Requests and limits. */
  resources?: ContainerResources;
  /** Restart policy of this container alone. */
  restartPolicy?: string;
  /** core/v1 `VolumeMount`s. */
  volumeMounts?: Record<string, unknown>[];
  /** core/v1 `VolumeDevice`s. */
  volumeDevices?: Record<string, unknown>[];
  /** core/v1 `Probe`: the container is restarted when this probe fails. */
  livenessProbe?: Record<string, unknown>;
  /** core/v1 `Probe`: the pod gets no traffic while this probe fails. */
  readinessProbe?: Record<string, unknown>;
  /** core/v1 `Probe`: the other probes start after this one succeeds. */
  startupProbe?: Record<string, unknown>;
  /** core/v1 `Lifecycle` hooks. */
  lifecycle?: Record<string, unknown>;
  /** File with the termination message of the container. */
  terminationMessagePath?: string;
  /** `File` or `FallbackToLogsOnError`. */
  terminationMessagePolicy?: string;
  /** `Always`, `IfNotPresent` or `Never`. */
  imagePullPolicy?: string;
  /** core/v1 `SecurityContext`. */
  securityContext?: Record<string, unknown>;
  /** Allocate a buffer for stdin. */
  stdin?: boolean;
  /** Close stdin after the first client. */
  stdinOnce?: boolean;
  /** Allocate a TTY for the container; requires `stdin`. */
  tty?: boolean;
}
