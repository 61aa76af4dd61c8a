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
export { redactText } from './redaction/redactText';
export { forEachYielding } from './yieldToEventLoop';
export {
  ApiError,
  ConnectionError,
  errorMessage,
  isAlreadyExists,
  isConflict,
  isConflictOrAlreadyExists,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from './errors';
export { retryOnConflict } from './retryOnConflict';
export type {
  ApiErrorCause,
  ApiErrorDetails,
  ApiErrorWith,
  ConnectionFailure,
} from './errors';
export type * from './client/KubeClient';
export type * from './client/requestOptions';
export { InexactNumberError } from './InexactNumberError';
export { decodeSecretData, encodeSecretData } from './secretData';
export { createClient } from './client/createClient';
export { readTokenTimes } from './tokenTimes';
export type { TokenTimes } from './tokenTimes';
export { findResource } from './client/findResource';
export type { TypeReference } from './client/findResource';
export { createIfAbsent, deleteIfSame } from './client/sharedWrites';
export {
  actionsOf,
  actionText,
  everyAction,
  reviewActions,
  type ActionReview,
} from './client/actionReviews';
export { canSubject } from './client/subjectReviews';
export {
  certificateState,
  readServerCertificate,
  validityState,
  type ServerCertificate,
  type ServerCertificateOptions,
  type ValidityState,
} from './client/serverCertificate';
export {
  clockDriftMs,
  maximumClockDriftMs,
  readHttpClock,
  readSelfReview,
  readServerClock,
  type ClockReading,
  type SelfReview,
} from './client/serverClock';
export type { ClientOptions } from './client/ClientOptions';
export type { KeepaliveTimes } from './client/Keepalive';
export type { ConnectionPolicy, Permission } from './client/policy';
export { loadKubeConfig, loadKubeConfigFile } from './client/kubeConfig';
export { loadKubeConfigOrInCluster } from './client/loadKubeConfigOrInCluster';
export { kubeConfigPolicies } from './kubeConfigSanitizer/KubeConfigPolicy';
export type { KubeConfigPolicy } from './kubeConfigSanitizer/KubeConfigPolicy';
export { sanitizeKubeConfig } from './kubeConfigSanitizer/sanitizeKubeConfig';
export type { SanitizedKubeConfig } from './kubeConfigSanitizer/sanitizeKubeConfig';
export type { KubeConfigWarning } from './kubeConfigSanitizer/SanitizeContext';
export { KubeconfigRefusedError } from './KubeconfigRefusedError';
export type { KubeconfigRefusal } from './KubeconfigRefusedError';
export { guardedLookup } from './kubeConfigSanitizer/guardedLookup';
export { followKubeConfigOrInCluster } from './client/followKubeConfigOrInCluster';
export type { FollowOptions } from './client/followKubeConfigOrInCluster';
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
  Resync,
  Priority,
  ReconcileContext,
} from './controller/Controller';
export { joinSignals } from './signals';
export type { JoinedSignal } from './signals';
export { deferred, rejectOnAbort } from './wait';
export type { Deferred } from './wait';
export { priorityOf } from './controller/priority';
export { createController } from './controller/createController';
export { createLogger } from './createLogger';
export type { LoggerOptions } from './createLogger';
export {
  exitWithError,
  logUnhandledRejections,
  setupSignalHandler,
} from './program';
export { boundedLabel } from './metricLabels';
export { collectProcessMetrics, createMetrics } from './metrics';
export type { KubeMetrics } from './KubeMetrics';
export { createLeaderElector } from './leaderElection/createLeaderElector';
export type {
  Leadership,
  LeaderElector,
  LeaderElectionOptions,
  LeaderElectionState,
  LeaseTimes,
} from './leaderElection/LeaderElector';
export { LeaseLostError } from './leaderElection/LeaseLostError';
export type { LeaseEnd } from './leaderElection/LeaseLostError';
export { createHealth } from './health/createHealth';
export type {
  Health,
  HealthCheck,
  HealthCheckResult,
  HealthOptions,
  HealthReport,
} from './health/Health';
export { cacheCheck, controllerCheck, shutdownCheck } from './health/checks';
export { parseListenAddress } from './health/listenAddress';
export { serveProbes } from './health/serveProbes';
export type { ProbeServer, ProbeServerOptions } from './health/serveProbes';
