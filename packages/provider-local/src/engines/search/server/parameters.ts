/** Reads parameters of the server, by the broker's keys. */
import { ServiceError } from '../../../errors';
import { Reader, readParameters } from '../../../host/readParameters';
import { JavaParameters, collectors, leastHeapMb } from './javaOptions';
import {
  TlsParameters,
  isCipherName,
  isUsable,
  tlsProtocols,
} from './tlsParameters';

/** Parsed parameters of a server. */
export type ServerParameters = JavaParameters & TlsParameters;

/** The plan, as far as it limits the parameters. */
export interface PlanLimits {
  name: string;
  maximums: { java_heapspace: number };
}

type Readers<Parsed> = Record<string, Reader<Parsed, PlanLimits>>;

const isInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

const heap: Reader<ServerParameters, PlanLimits> = (
  value,
  { name, maximums },
) => {
  if (!isInteger(value) || value < leastHeapMb) {
    return {
      problem: `must be a whole number of MB of at least ${leastHeapMb}`,
    };
  }
  return value > maximums.java_heapspace
    ? {
        problem: `is ${value}, but the plan ${name} allows a heap of at most ${maximums.java_heapspace} MB. Lower it or order a bigger plan`,
      }
    : { parsed: { heapMb: value } };
};

const metaspace: Reader<ServerParameters> = value =>
  isInteger(value) && value >= 256 && value <= 1024
    ? { parsed: { metaspaceMb: value } }
    : { problem: 'must be a whole number of MB from 256 to 1024' };

const collector: Reader<ServerParameters> = value =>
  typeof value === 'string' && collectors.has(value)
    ? { parsed: { collector: value } }
    : { problem: `must be one of ${[...collectors.keys()].join(', ')}` };

/** An empty list stands for the default. */
const listOf =
  (
    key: 'protocols' | 'ciphers',
    isItem: (value: unknown) => boolean,
    expected: string,
  ): Reader<ServerParameters> =>
  value =>
    Array.isArray(value) && value.length <= 100 && value.every(isItem)
      ? { parsed: value.length > 0 ? { [key]: [...new Set(value)] } : {} }
      : { problem: `must be a list of ${expected}` };

/** Readers by the broker's keys; those of TLS begin with `tlsPrefix`. */
const serverReaders = (tlsPrefix: string): Readers<ServerParameters> => ({
  java_heapspace: heap,
  java_maxmetaspace: metaspace,
  java_garbage_collector: collector,
  [`${tlsPrefix}tls-protocols`]: listOf(
    'protocols',
    value => tlsProtocols.includes(value as string),
    tlsProtocols.join(' and '),
  ),
  [`${tlsPrefix}tls-ciphers`]: listOf(
    'ciphers',
    isCipherName,
    'names such as TLS_AES_256_GCM_SHA384',
  ),
});

/** Reads parameters of which some are the server's. */
export function readServerParameters<Parsed extends object>(
  parameters: Record<string, unknown>,
  options: {
    plan: PlanLimits;
    tlsPrefix: string;
    others: Record<string, Reader<Parsed>>;
  },
): ServerParameters & Partial<Parsed> {
  const { plan, tlsPrefix, others } = options;
  const parsed = readParameters<ServerParameters & Parsed, PlanLimits>(
    parameters,
    {
      ...(serverReaders(tlsPrefix) as Readers<ServerParameters & Parsed>),
      ...(others as Readers<ServerParameters & Parsed>),
    },
    plan,
  );
  if (!isUsable(parsed)) {
    throw new ServiceError(
      `The parameter ${tlsPrefix}tls-ciphers has no cipher that a client can use with the TLS versions of ${tlsPrefix}tls-protocols. The certificate of the server has an ECDSA key: name one of TLS_ECDHE_ECDSA_... for TLSv1.2, or one such as TLS_AES_256_GCM_SHA384 for TLSv1.3.`,
      { retry: false },
    );
  }
  return parsed as ServerParameters & Partial<Parsed>;
}
