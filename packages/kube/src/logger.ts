// Structured logs that keep credentials to themselves.
import { DestinationStream, Logger as PinoLogger, pino } from 'pino';
import { Logger } from './types';

export interface LoggerOptions {
  /** Default `info`. */
  level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Where lines go; default standard output. */
  destination?: DestinationStream;
}

/** Fields that hold credentials wherever they appear in this project. `data` and `stringData` are those of Secrets. */
const secretFields = [
  'authorization',
  'Authorization',
  'cookie',
  'token',
  'idToken',
  'accessToken',
  'refreshToken',
  'password',
  'clientSecret',
  'kubeconfig',
  'privateKey',
  'keyData',
  'client-key-data',
  'data',
  'stringData',
];

/** How deep in a log record credentials are looked for; pino has no wildcard for any depth. */
const depths = ['', '*.', '*.*.', '*.*.*.'];

const redactedPaths = depths.flatMap(prefix =>
  secretFields.map(field =>
    field.includes('-')
      ? `${prefix.replace(/\.$/, '')}["${field}"]`
      : `${prefix}${field}`,
  ),
);

/**
 * A pino logger whose lines carry `name` and never the values of fields that hold credentials.
 * Log fields, not texts made of them: only fields can be recognised.
 */
export function createLogger(
  name: string,
  options: LoggerOptions = {},
): PinoLogger {
  const settings = {
    name,
    level: options.level ?? 'info',
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return options.destination
    ? pino(settings, options.destination)
    : pino(settings);
}

/** Says nothing. */
export const silentLogger: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silentLogger,
};
