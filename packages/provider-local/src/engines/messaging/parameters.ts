/** Reads the parameters that a user may set, by the broker's keys, and rejects invalid ones. */
import { ServiceError } from '../../errors';
import { Plan } from './plans';
import { TlsSettings, TlsVersion, problemOfTls, tlsVersions } from './tls';

/** Parsed parameters. */
export interface ServerParameters {
  consumerTimeoutMs: number;
  tls: TlsSettings;
}

type Values = {
  consumerTimeoutMs?: number;
  versions?: readonly TlsVersion[];
  ciphers?: readonly string[];
};
type Reader = (
  value: unknown,
  plan: Plan,
) => { parsed: Values } | { problem: string };

const leastConsumerTimeoutMs = 1_800_000;

const consumerTimeout: Reader = value =>
  typeof value === 'number' &&
  Number.isSafeInteger(value) &&
  value >= leastConsumerTimeoutMs
    ? { parsed: { consumerTimeoutMs: value } }
    : {
        problem: `must be a whole number of milliseconds, at least ${leastConsumerTimeoutMs}`,
      };

/** Reads a list for TLS; the empty one stands for the default. */
const listOf =
  <Item extends string>(
    isItem: (item: unknown) => item is Item,
    expected: string,
    valuesOf: (items: readonly Item[]) => Values,
  ): Reader =>
  (value, plan) => {
    if (!plan.tls) {
      return {
        problem: `needs a plan with TLS, and ${plan.name} has none. Leave it out, or choose a plan that ends with -ssl`,
      };
    }
    return Array.isArray(value) && value.every(isItem)
      ? { parsed: value.length === 0 ? {} : valuesOf([...new Set(value)]) }
      : { problem: `must be a list of ${expected}` };
  };

const isTlsVersion = (item: unknown): item is TlsVersion =>
  tlsVersions.some(version => version === item);

const isString = (item: unknown): item is string => typeof item === 'string';

const readers = new Map<string, Reader>(
  Object.entries({
    consumer_timeout: consumerTimeout,
    'tls-protocols': listOf(
      isTlsVersion,
      tlsVersions.join(' and '),
      versions => ({ versions }),
    ),
    'tls-ciphers': listOf(isString, 'names of ciphers', ciphers => ({
      ciphers,
    })),
  }),
);

/**
 * Parses `parameters` for `plan`.
 * Throws one `ServiceError` that names every parameter which is unknown or malformed, or with which no client could
 * connect.
 */
export function readParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): ServerParameters {
  const values: Values = {};
  const problems: string[] = [];
  for (const [key, value] of Object.entries(parameters)) {
    const read = readers.get(key)?.(value, plan) ?? { problem: 'is unknown' };
    if ('problem' in read) {
      problems.push(`The parameter ${key} ${read.problem}.`);
    } else Object.assign(values, read.parsed);
  }
  const { consumerTimeoutMs = leastConsumerTimeoutMs, ...tls } = values;
  const problem = problemOfTls(tls);
  if (problem) problems.push(`The parameter tls-ciphers ${problem}.`);
  if (problems.length > 0) {
    throw new ServiceError(problems.join(' '), { retry: false });
  }
  return { consumerTimeoutMs, tls };
}
