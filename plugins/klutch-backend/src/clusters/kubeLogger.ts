/** Adapts pino-style logging of our packages to Backstage's logger. */
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { JsonObject, JsonValue } from '@backstage/types';
import type { Logger } from '@klutch/kube';
import { LRUCache } from 'lru-cache';

function printable(value: unknown): JsonValue | undefined {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  ) {
    return value;
  }
  return undefined;
}

/** Only primitive values: objects could hold credentials. */
function fieldsOf(fields: object): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const text = printable(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

/** How long an identical warning is logged at debug level only, in milliseconds. */
const REPEAT_WINDOW_MS = 10 * 60_000;

/** A warning that the portal's own user lacks a right on a cluster; a user who lacks one seldom lacks only that one. */
interface MissingRight {
  key: string;
  remedy: string;
}

function missingRight(
  { reason }: JsonObject,
  { appCluster }: JsonObject,
): MissingRight | undefined {
  if (reason !== 'Forbidden') return undefined;
  const [cluster, flag] =
    typeof appCluster === 'string'
      ? [`the app cluster ${appCluster}`, '--portal-app-cluster']
      : ['the control plane', '--portal'];
  return {
    key: JSON.stringify([reason, appCluster]),
    remedy: `The portal's user lacks rights on ${cluster}: apply there what "klutch-binding-backend roles ${flag}" prints. Its other missing rights are logged at debug level`,
  };
}

/**
 * Logger for `@klutch/kube` and the packages built on it. While a cluster is unreachable each cache logs every retry,
 * so repeated warnings are lowered to debug level. So are those of further missing rights on the same cluster.
 */
export function kubeLogger(
  logger: LoggerService,
  recentWarnings = new LRUCache<string, true>({
    max: 1_000,
    ttl: REPEAT_WINDOW_MS,
  }),
  context: JsonObject = {},
): Logger {
  return {
    debug: (fields, message) => logger.debug(message, fieldsOf(fields)),
    info: (fields, message) => logger.info(message, fieldsOf(fields)),
    warn(fields, message) {
      const meta = fieldsOf(fields);
      const missing = missingRight(meta, context);
      const key = missing?.key ?? JSON.stringify([message, context, meta]);
      const isRepeated = recentWarnings.has(key);
      recentWarnings.set(key, true);
      if (isRepeated) {
        logger.debug(message, meta);
      } else {
        logger.warn(missing ? `${message}. ${missing.remedy}` : message, meta);
      }
    },
    error: (fields, message) => logger.error(message, fieldsOf(fields)),
    child(bindings) {
      const meta = fieldsOf(bindings);
      return kubeLogger(logger.child(meta), recentWarnings, {
        ...context,
        ...meta,
      });
    },
  };
}
