/**
 * Controller runtime for Kubernetes: client, cache, controller.
 *
 * @packageDocumentation
 */
export type {
  ApplyIntent,
  DeepPartial,
  KubeObject,
  Logger,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  Resource,
  Unstructured,
  WatchEvent,
} from './types';
export * from './coreTypes';
export {
  apiVersionOf,
  core,
  defineResource,
  keyOf,
  parseKey,
  resourceName,
} from './resources';
export {
  ApiError,
  ConnectionError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from './errors';
export type {
  ApiErrorCause,
  ApiErrorDetails,
  ConnectionFailure,
} from './errors';
export type * from './client/KubeClient';
export { createClient } from './client/createClient';
export type { ClientOptions } from './client/createClient';
export { loadKubeConfig } from './client/kubeConfig';
export type {
  Cache,
  CacheChange,
  CacheHealth,
  CacheOptions,
} from './cache/Cache';
export { createCache } from './cache/createCache';
export type { ReflectorTimings } from './cache/timings';
export type { BackoffTimes } from './backoff';
export type {
  Controller,
  ControllerOptions,
  ControllerWatch,
  ReconcileContext,
} from './controller/Controller';
export { createController } from './controller/createController';
export { createLogger } from './logger';
export type { LoggerOptions } from './logger';
export { createMetrics } from './metrics';
export type { KubeMetrics } from './metrics';
