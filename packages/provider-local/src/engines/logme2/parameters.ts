/** Reads the parameters that a user may set, by the broker's keys, and rejects invalid ones. */
import { createSecureContext } from 'node:tls';
import { ServiceError } from '../../errors';
import { Reader } from '../../host/readParameters';
import {
  ServerParameters,
  readServerParameters,
} from '../search/server/parameters';
import { Plan } from './plans';

/** TLS versions by the values of the parameters; from the lowest. */
const tlsVersions = new Map([
  ['TLSv1_1', 'TLSv1.1'],
  ['TLS1_2', 'TLSv1.2'],
  ['TLS1_3', 'TLSv1.3'],
]);
const order = [...tlsVersions.values()];

/** Ports that the user chose. */
export interface ChosenPorts {
  udp?: number;
  tcp?: number;
  tls?: number;
}

export interface LogParameters {
  ports: ChosenPorts;
  /** In the form of OpenSSL. */
  ciphers?: string;
  minVersion: string;
  maxVersion: string;
  groks: string[];
  /** Milliseconds after which logs are deleted; absent: never. */
  deletionAfterMs?: number;
  /** Between two deletions. */
  intervalMs: number;
  /** Random share of the interval by which a deletion is delayed. */
  jitter: number;
}

export interface Parameters {
  server: ServerParameters;
  logs: LogParameters;
}

/** Parameters as they are read, one by one. */
interface Raw {
  udp: number;
  tcp: number;
  tls: number;
  receiverCiphers: string;
  version: string;
  minVersion: string;
  maxVersion: string;
  groks: string[];
  deletionAfterMs: number;
  intervalMs: number;
  jitter: number;
}

const maxMinutes = 525_600;

/** Ports below need rights that the servers' user lacks. */
const leastPort = 1024;

const port =
  (key: 'udp' | 'tcp' | 'tls'): Reader<Raw> =>
  value =>
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= leastPort &&
    value <= 65_535
      ? { parsed: { [key]: value } }
      : { problem: `must be a port from ${leastPort} to 65535` };

const tlsVersion =
  (key: 'version' | 'minVersion' | 'maxVersion'): Reader<Raw> =>
  value => {
    const version =
      typeof value === 'string' ? tlsVersions.get(value) : undefined;
    return version
      ? { parsed: { [key]: version } }
      : { problem: `must be one of ${[...tlsVersions.keys()].join(', ')}` };
  };

/** Whether OpenSSL knows a cipher of the list. */
function areCiphers(value: string): boolean {
  try {
    createSecureContext({ ciphers: value });
    return true;
  } catch {
    return false;
  }
}

const ciphers: Reader<Raw> = value =>
  typeof value === 'string' &&
  /^[\w:+!@=.-]{1,2000}$/.test(value) &&
  areCiphers(value)
    ? { parsed: { receiverCiphers: value } }
    : {
        problem:
          'must be a list of ciphers in the form of OpenSSL, such as ECDHE+AESGCM',
      };

const groks: Reader<Raw> = value => {
  const patterns = Array.isArray(value)
    ? value.map((item: unknown) => (item as { pattern?: unknown })?.pattern)
    : [undefined];
  return patterns.length <= 100 &&
    patterns.every(
      (pattern): pattern is string =>
        typeof pattern === 'string' &&
        pattern.length > 0 &&
        pattern.length <= 10_000,
    )
    ? { parsed: { groks: patterns } }
    : {
        problem:
          'must be a list of objects with a pattern, such as %{WORD:verb} %{URIPATH:path}',
      };
};

const unitMs: Record<string, number> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const deletionAfter: Reader<Raw> = value => {
  const parts =
    typeof value === 'string'
      ? /^(?<number>[1-9]\d{0,5})(?<unit>[smhd])$/.exec(value)?.groups
      : undefined;
  return parts
    ? {
        parsed: {
          deletionAfterMs:
            Number(parts.number) * (unitMs[parts.unit ?? ''] ?? 0),
        },
      }
    : {
        problem:
          'must be a time such as 1h or 30d (units: s, m, h, d), below 1000000 units',
      };
};

const interval: Reader<Raw> = value =>
  typeof value === 'number' &&
  Number.isSafeInteger(value) &&
  value >= 1 &&
  value <= maxMinutes
    ? { parsed: { intervalMs: value * 60_000 } }
    : { problem: `must be a whole number of minutes from 1 to ${maxMinutes}` };

const jitter: Reader<Raw> = value =>
  typeof value === 'number' && value >= 0 && value <= 1
    ? { parsed: { jitter: value } }
    : { problem: 'must be a number from 0 to 1' };

const readers: Record<string, Reader<Raw>> = {
  'fluentd-udp': port('udp'),
  'fluentd-tcp': port('tcp'),
  'fluentd-tls': port('tls'),
  'fluentd-tls-ciphers': ciphers,
  'fluentd-tls-version': tlsVersion('version'),
  'fluentd-tls-min-version': tlsVersion('minVersion'),
  'fluentd-tls-max-version': tlsVersion('maxVersion'),
  groks,
  ism_deletion_after: deletionAfter,
  ism_job_interval: interval,
  ism_jitter: jitter,
};

const refuse = (message: string) => new ServiceError(message, { retry: false });

function versionsOf({ version, minVersion, maxVersion }: Partial<Raw>) {
  if (version && (minVersion ?? maxVersion)) {
    throw refuse(
      'The parameter fluentd-tls-version names the only version, so fluentd-tls-min-version and fluentd-tls-max-version cannot be set as well.',
    );
  }
  const least = version ?? minVersion ?? 'TLSv1.2';
  const most = version ?? maxVersion ?? 'TLSv1.3';
  if (order.indexOf(least) > order.indexOf(most)) {
    throw refuse(
      `The parameter fluentd-tls-max-version is below the lowest version, ${least}.`,
    );
  }
  return { minVersion: least, maxVersion: most };
}

/** Throws one `ServiceError` that names every parameter which is unknown, malformed or above the plan's limit. */
export function readLogParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): Parameters {
  const raw = readServerParameters<Raw>(parameters, {
    plan,
    tlsPrefix: 'opensearch-',
    others: readers,
  });
  const { udp, tcp, tls } = raw;
  if (tcp !== undefined && tcp === tls) {
    throw refuse(
      'The parameters fluentd-tcp and fluentd-tls must be different ports.',
    );
  }
  const { heapMb, metaspaceMb, collector, protocols, ciphers: names } = raw;
  return {
    server: { heapMb, metaspaceMb, collector, protocols, ciphers: names },
    logs: {
      ports: { udp, tcp, tls },
      ciphers: raw.receiverCiphers,
      ...versionsOf(raw),
      groks: raw.groks ?? [],
      deletionAfterMs: raw.deletionAfterMs,
      intervalMs: raw.intervalMs ?? 5 * 60_000,
      jitter: raw.jitter ?? 0,
    },
  };
}
