// Structured logs without credentials.
import {
  ChildLoggerOptions,
  DestinationStream,
  Logger as PinoLogger,
  LoggerOptions as PinoOptions,
  pino,
} from 'pino';
import { isError, redact } from './redaction/redact';

/** Options of a logger. */
export interface LoggerOptions {
  /** Lowest level that is written; default `info`. */
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Where lines are written; default: standard output. */
  destination?: DestinationStream;
}

const redactFields = (fields: object): Record<string, unknown> => {
  const redacted = redact(fields);
  return typeof redacted === 'object' && redacted !== null
    ? { ...redacted }
    : { fields: redacted };
};

/** pino would use the error's message unredacted when no message is given. */
function messageOfError(first: unknown): string[] {
  const error =
    typeof first === 'object' && first !== null && 'err' in first
      ? first.err
      : first;
  return isError(error) ? [error.message] : [];
}

const settings: PinoOptions = {
  formatters: { log: redactFields },
  // `formatters.log` has made errors plain objects; pino's own serializer would show those as errors of class Object.
  serializers: { err: error => error },
  hooks: {
    logMethod(args, method) {
      const [first, ...rest]: unknown[] = args;
      const texts = rest.length > 0 ? rest : messageOfError(first);
      const plain = [
        typeof first === 'object' ? first : redact(first),
        ...texts.map(redact),
      ];
      method.apply(this, plain as Parameters<typeof method>);
    },
  },
};

/**
 * A pino logger whose lines carry `name` and no credentials. Credentials are recognized by field names at any depth,
 * and by their form in texts (tokens, private keys, passwords in URLs, `name: value`). Of errors only message, code,
 * stack and causes are written. Prefer fields to texts made of them: a field name is more reliable than a form.
 * @param name - of the program
 */
export function createLogger(
  name: string,
  options: LoggerOptions = {},
): PinoLogger {
  const all = { ...settings, name, level: options.level ?? 'info' };
  const logger = options.destination
    ? pino(all, options.destination)
    : pino(all);
  // pino has no formatter for the bindings of children. Children inherit from their parent, so this override applies
  // to them too.
  const { child, setBindings } = logger;
  const redactingChild = function redactingChild<C extends string = never>(
    this: PinoLogger,
    bindings: object,
    childOptions?: ChildLoggerOptions<C>,
  ) {
    return child.call(this, redactFields(bindings), childOptions);
  };
  const redactingSetBindings = function redactingSetBindings(
    this: PinoLogger,
    bindings: object,
  ) {
    setBindings.call(this, redactFields(bindings));
  };
  return Object.assign(logger, {
    child: redactingChild,
    setBindings: redactingSetBindings,
  });
}
