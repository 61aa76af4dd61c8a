/** Lets packages that log as pino does write to the log of Backstage. */
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

/** Only plain values: an object could hold anything, a credential too. */
function fieldsOf(fields: object): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const text = printable(value);
      return text === undefined ? [] : [[key, text]];
    }),
  );
}

/** How long a warning that is repeated word for word stays out of the log, in milliseconds. */
const REPEAT_WINDOW_MS = 10 * 60_000;

/**
 * A logger for `@klutch/kube` and what is built on it. While a cluster is away each cache says so at every try; what
 * was said a moment ago is for debugging only.
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
