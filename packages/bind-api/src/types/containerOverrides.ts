/** What an AppClusterBinding may change about the container of its konnector. */

/** A number of bytes, cores or the like: `"250m"`, `"64Mi"`, `2`. */
export type Quantity = string | number;

/** One environment variable. */
export interface ContainerEnvVar {
  /** Name of the variable. */
  name: string;
  /** Its value. Default empty. */
  value?: string;
  /** core/v1 `EnvVarSource`: where the value comes from instead. */
  valueFrom?: Record<string, unknown>;
}

/** One port of a container. */
export interface ContainerPort {
  /** Number of the port in the pod. */
  containerPort: number;
  /** Default `TCP`. With the number it tells ports apart. */
  protocol?: string;
  /** Name for Services to refer to. */
  name?: string;
  /** Port of the node. */
  hostPort?: number;
  /** Address of the node. */
  hostIP?: string;
}

/** What a container needs and may use. */
export interface ContainerResources {
  /** At most, by resource name. */
  limits?: Record<string, Quantity>;
  /** At least, by resource name. */
  requests?: Record<string, Quantity>;
  /** core/v1 `ResourceClaim`s of the pod that the container uses. */
  claims?: Record<string, unknown>[];
}

/**
 * Optional copies of the fields of a core/v1 `Container`. What is set is merged strategically onto the konnector's
 * container; empty, zero and false values count as not set. The CRD checks all of it; here, what nobody reads field by
 * field is left open.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_appclusterbindings.yaml`, `spec.konnector.overrides`.
 */
export interface ContainerOverrides {
  /** Name of the container. */
  name?: string;
  /** Image of the konnector. */
  image?: string;
  /** Entry point. Replaced whole. */
  command?: string[];
  /** Arguments of the entry point. Replaced whole. */
  args?: string[];
  /** Folder the entry point starts in. */
  workingDir?: string;
  /** Ports, told apart by number and protocol. */
  ports?: ContainerPort[];
  /** core/v1 `EnvFromSource`s. Replaced whole. */
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
  /** core/v1 `Probe`: restart when it fails. */
  livenessProbe?: Record<string, unknown>;
  /** core/v1 `Probe`: no traffic while it fails. */
  readinessProbe?: Record<string, unknown>;
  /** core/v1 `Probe`: the others wait for it. */
  startupProbe?: Record<string, unknown>;
  /** core/v1 `Lifecycle` hooks. */
  lifecycle?: Record<string, unknown>;
  /** File whose content becomes the message of the container's end. */
  terminationMessagePath?: string;
  /** `File` or `FallbackToLogsOnError`. */
  terminationMessagePolicy?: string;
  /** `Always`, `IfNotPresent` or `Never`. */
  imagePullPolicy?: string;
  /** core/v1 `SecurityContext`. */
  securityContext?: Record<string, unknown>;
  /** Keep a buffer for standard input. */
  stdin?: boolean;
  /** Close standard input after the first client. */
  stdinOnce?: boolean;
  /** Give the container a terminal; needs `stdin`. */
  tty?: boolean;
}
