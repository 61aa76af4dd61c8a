/**
 * Maps the parameters that a user may set (by the broker's keys) to settings of the server, and rejects invalid ones.
 * Values are those of the claim's schema (crossplane/src/dataServices/keyvalue.ts), within the plan and the server's
 * own bounds.
 */
import { readEach } from '../../host/readParameters';
import { Plan } from './plans';

/** Names and values of settings, by the server's names, which are also the broker's keys. */
export type ParameterSettings = Readonly<Record<string, string>>;

type Result = { settings: ParameterSettings } | { problem: string };
type Rule = (key: string, value: unknown, plan: Plan) => Result;

const problem = (text: string): Result => ({ problem: text });
const setting = (key: string, value: string | number): Result => ({
  settings: { [key]: String(value) },
});
/** The plan's setting applies. */
const ofThePlan: Result = { settings: {} };

const isInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value);

const integer =
  (min: number, max: number): Rule =>
  (key, value) =>
    isInteger(value) && value >= min && value <= max
      ? setting(key, value)
      : problem(`must be a whole number from ${min} to ${max}`);

const oneOf =
  (...allowed: string[]): Rule =>
  (key, value) =>
    typeof value === 'string' && allowed.includes(value)
      ? setting(key, value)
      : problem(`must be one of ${allowed.join(', ')}`);

const matching =
  (pattern: RegExp, expected: string): Rule =>
  (key, value) =>
    typeof value === 'string' && pattern.test(value)
      ? setting(key, value)
      : problem(`must be ${expected}`);

const units: Record<string, number> = {
  '': 1,
  k: 1000,
  m: 1000 ** 2,
  g: 1000 ** 3,
  kb: 1024,
  mb: 1024 ** 2,
  gb: 1024 ** 3,
};

const maxmemory: Rule = (key, value, plan) => {
  if (value === 'dynamic' || value === '0') return ofThePlan;
  const parts =
    typeof value === 'string' &&
    /^(?<number>[1-9]\d*)(?<unit>([kmg]b?)?)$/.exec(value)?.groups;
  if (!parts) {
    return problem(
      'must be dynamic (as much as the plan has) or a size such as 16mb (units: k, kb, m, mb, g, gb)',
    );
  }
  const bytes = Number(parts.number) * (units[parts.unit ?? ''] ?? 1);
  return bytes > plan.memoryBytes
    ? problem(
        `is ${value}, but the plan ${plan.name} has ${plan.memoryBytes / 1024 ** 2}mb of memory. Lower it or order a bigger plan`,
      )
    : setting(key, bytes);
};

const maxclients: Rule = (key, value, plan) => {
  const most = plan.maximums.maxclients;
  if (!isInteger(value) || value < 0) {
    return problem(
      'must be a whole number of at least 1, or 0 (as many as the plan has)',
    );
  }
  if (value === 0) return ofThePlan;
  return value > most
    ? problem(
        `is ${value}, but the plan ${plan.name} allows at most ${most} connections. Lower it or order a bigger plan`,
      )
    : setting(key, value);
};

const maxInt = 2_147_483_647;
const snapshotList =
  /^\[("save [1-9]\d{0,8} [1-9]\d{0,8}"(,"save [1-9]\d{0,8} [1-9]\d{0,8}")*)?\]$/;

const snapshot: Rule = (_, value) =>
  typeof value === 'string' && snapshotList.test(value)
    ? setting(
        'save',
        [...value.matchAll(/\d+ \d+/g)].map(([pair]) => pair).join(' '),
      )
    : problem(
        'must be [] or a list such as ["save 900 1","save 300 10"] of seconds and changes, below 1000000000',
      );

/** Names of OpenSSL, with the operators of its cipher lists. The server checks them. */
const ciphers = matching(
  /^[\w:,+!@=. -]{0,2000}$/,
  'a list of ciphers in the form of OpenSSL, such as ECDHE+AESGCM',
);

const rules = new Map<string, Rule>(
  Object.entries({
    snapshot,
    maxmemory,
    maxclients,
    'lazyfree-lazy-eviction': oneOf('yes', 'no'),
    'lazyfree-lazy-expire': oneOf('yes', 'no'),
    'maxmemory-policy': oneOf(
      ...['volatile-lru', 'volatile-lfu', 'volatile-random', 'volatile-ttl'],
      ...['allkeys-lru', 'allkeys-lfu', 'allkeys-random', 'noeviction'],
    ),
    // Valkey's upper bound.
    'maxmemory-samples': integer(1, 64),
    'lua-time-limit': integer(0, maxInt),
    'tls-protocols': oneOf(
      ...['TLSv1.2', 'TLSv1.3', 'TLSv1.2 TLSv1.3', 'TLSv1.3 TLSv1.2'],
    ),
    'tls-ciphers': ciphers,
    'tls-ciphersuites': ciphers,
    'notify-keyspace-events': matching(
      /^$|^[KEg$lshzxeA]*[KE][KEg$lshzxeA]*$/,
      'empty, or letters out of KEg$lshzxeA with K or E',
    ),
  }),
);

const ofReplicas = new Set([
  'repl-backlog-size',
  'min-replicas-to-write',
  'min-replicas-max-lag',
  'down-after-milliseconds',
  'failover-timeout',
  'hostname-resolution',
]);

function read(key: string, value: unknown, plan: Plan): Result {
  if (ofReplicas.has(key)) {
    return problem(
      `needs a plan with replicas, and ${plan.name} has none. Leave it out`,
    );
  }
  return rules.get(key)?.(key, value, plan) ?? problem('is unknown');
}

/** Throws one `ServiceError` that names every parameter that is refused. */
export function readParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): ParameterSettings {
  const settings: Record<string, string> = {};
  readEach(parameters, (key, value) => {
    const result = read(key, value, plan);
    if ('problem' in result) return result.problem;
    Object.assign(settings, result.settings);
    return undefined;
  });
  return settings;
}
