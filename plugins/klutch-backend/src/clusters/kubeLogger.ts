/** Lets packages that log as pino does write to the log of Backstage. */
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { JsonObject, JsonValue } from '@backstage/types';
import type { Logger } from '@klutch/kube';

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

/** A logger for `@klutch/kube` and what is built on it. */
export function kubeLogger(logger: LoggerService): Logger {
  return {
    debug: (fields, message) => logger.debug(message, fieldsOf(fields)),
    info: (fields, message) => logger.info(message, fieldsOf(fields)),
    warn: (fields, message) => logger.warn(message, fieldsOf(fields)),
    error: (fields, message) => logger.error(message, fieldsOf(fields)),
    child: bindings => kubeLogger(logger.child(fieldsOf(bindings))),
  };
}
