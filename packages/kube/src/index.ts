/**
 * Controller runtime for Kubernetes: client, cache, controller.
 *
 * @packageDocumentation
 */
export type {
  ApplyIntent,
  DeepPartial,
  IntentHead,
  KubeObject,
  ObjectKey,
  ObjectMeta,
  OwnerReference,
  Resource,
  Unstructured,
  WatchEvent,
} from './types';
export type { Logger } from './Logger';
export * from './coreTypes';
export * from './customResourceDefinition';
export {
  apiVersionOf,
  core,
  defineResource,
  metadataOf,
  resourceName,
} from './resources';
export { keyOf, parseKey } from './keys';
export { forEachYielding } from './breather';
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
  ApiErrorWith,
  ConnectionFailure,
} from './errors';
export type * from './client/KubeClient';
export type * from './client/requestOptions';
export { InexactNumberError } from './InexactNumberError';
export { createClient } from './client/createClient';
export type { ClientOptions } from './client/ClientOptions';
export type { KeepaliveTimes } from './client/Keepalive';
export type { ConnectionPolicy, Permission } from './client/policy';
export { loadKubeConfig, loadKubeConfigFile } from './client/kubeConfig';
export { loadOwnKubeConfig } from './client/ownKubeConfig';
export { intakePolicies } from './intake/IntakePolicy';
export type { IntakePolicy } from './intake/IntakePolicy';
export { takeInKubeconfig } from './intake/takeInKubeconfig';
export type { IntakeResult } from './intake/takeInKubeconfig';
export type { IntakeWarning } from './intake/Intake';
export { KubeconfigRefusedError } from './KubeconfigRefusedError';
export type { KubeconfigRefusal } from './KubeconfigRefusedError';
export { guardedLookup } from './intake/guardedLookup';
export {
  followCertificateFiles,
  followKubeConfigFile,
} from './client/followKubeConfig';
export { followOwnKubeConfig } from './client/followOwnKubeConfig';
export type { FollowOptions } from './client/followKubeConfig';
export type {
  Cache,
  CacheChange,
  CacheHealth,
  CacheOptions,
} from './cache/Cache';
export { createCache } from './cache/createCache';
export type { ReflectorTimings } from './cache/timings';
export type { BackoffTimes } from './backoff';
export type { RateLimiter, RateObservation } from './rate/RateLimiter';
export { createRateLimiter } from './rate/createRateLimiter';
export type { RateLimiterOptions } from './rate/createRateLimiter';
export type {
  Controller,
  ControllerHealth,
  ControllerOptions,
  ControllerWatch,
  Priority,
  ReconcileContext,
} from './controller/Controller';
export { deferred, orAborted } from './wait';
export type { Deferred } from './wait';
export { priorityOf } from './controller/priority';
export { createController } from './controller/createController';
export { createLogger } from './createLogger';
export type { LoggerOptions } from './createLogger';
export {
  endFailedProgram,
  logUnhandledRejections,
  signalOfProcess,
} from './program';
export { collectProcessMetrics, createMetrics } from './metrics';
export type { KubeMetrics } from './metrics';
export { createLeaderElection } from './lease/createLeaderElection';
export type {
  Leadership,
  LeaderElection,
  LeaderElectionOptions,
  LeaderElectionState,
  LeaseTimes,
} from './lease/LeaderElection';
export { LeaseLostError } from './lease/LeaseLostError';
export type { LeaseEnd } from './lease/LeaseLostError';
export { createHealth } from './health/createHealth';
export type {
  Health,
  HealthCheck,
  HealthChecks,
  HealthFinding,
  HealthOptions,
  HealthReport,
} from './health/Health';
export {
  cacheCheck,
  cacheMovesCheck,
  controllerCheck,
  leaderCheck,
  stopCheck,
} from './health/checks';
export type {
  CacheCheckOptions,
  CacheMovesCheckOptions,
} from './health/checks';
export type { ProbeOptions } from './health/probeHandler';
export { parseListenAddress } from './health/listenAddress';
export { serveProbes } from './health/serveProbes';
export type { ProbeServer, ProbeServerOptions } from './health/serveProbes';
