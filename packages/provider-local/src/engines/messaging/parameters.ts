/** Reads the parameters that a user may set, by the broker's keys, and rejects invalid ones. */
import { ServiceError } from '../../errors';
import { Reader, readParameters as readAll } from '../../host/readParameters';
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
type ParameterReader = Reader<Values, Plan>;

const leastConsumerTimeoutMs = 1_800_000;

const consumerTimeout: ParameterReader = value =>
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
  ): ParameterReader =>
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

const readers = {
  consumer_timeout: consumerTimeout,
  'tls-protocols': listOf(
    isTlsVersion,
    tlsVersions.join(' and '),
    versions => ({
      versions,
    }),
  ),
  'tls-ciphers': listOf(isString, 'names of ciphers', ciphers => ({ ciphers })),
};

/**
 * Throws one `ServiceError` that names every parameter that is refused, or says that no client could connect with the
 * ciphers.
 */
export function readParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): ServerParameters {
  const { consumerTimeoutMs = leastConsumerTimeoutMs, ...tls } = readAll(
    parameters,
    readers,
    plan,
  );
  const problem = problemOfTls(tls);
  if (problem) {
    throw new ServiceError(`The parameter tls-ciphers ${problem}.`, {
      retry: false,
    });
  }
  return { consumerTimeoutMs, tls };
}
