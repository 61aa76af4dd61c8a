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

/**
 * Logger for `@klutch/kube` and the packages built on it. While a cluster is unreachable each cache logs every retry,
 * so repeated warnings are lowered to debug level.
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
      const key = JSON.stringify([message, context, meta]);
      const level = recentWarnings.has(key) ? 'debug' : 'warn';
      recentWarnings.set(key, true);
      logger[level](message, meta);
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
