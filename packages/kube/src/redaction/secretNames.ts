// Names of credentials in this project, Kubernetes, OAuth and common tools. One table for fields and texts.

/**
 * What a name means:
 * - `credential`: one credential, or several;
 * - `header`: a header value of several words, up to the end of its line;
 * - `container`: credentials among other values. In texts only a structure is redacted, since the words are common;
 * - `secret`: a credential, unless the value is a Kubernetes Secret or the name of one.
 */
export type Meaning = 'credential' | 'header' | 'container' | 'secret';

const ending = (...names: string[]) =>
  new RegExp(
    `(?:${names.join('|')})s?(?:-?(?:value|string|text|header|hash|data|json|pem|base64)s?)?(?:-?\\d+)?$`,
  );

/** Names are normalized to words: `clientSecret`, `CLIENT_SECRET` and `client.secret` become `client-secret`. */
const rules: [RegExp, Meaning][] = [
  [/^(?:image-pull-)?secrets?$/, 'secret'],
  [/^(?:(?:string|binary)-?)?data$/, 'container'],
  [/^(?:raw-?)?headers$|^body$|^dockerc(?:onfigjson|fg)$/, 'container'],
  [/kubeconfigs?$|last-applied-configuration$/, 'container'],
  [ending('authorization', 'cookie'), 'header'],
  [/^x-auth$/, 'header'],
  [
    ending(
      'password|passwd|passphrase|passcode',
      'token|secret|credential|assertion|code-?verifier|session-?id',
      '(?:authorization|auth|one-?time|verification|pickup)-?code',
      '(?:private|secret|signing|encryption|access|api|client|shared|account|master|session)-?key',
      'key-?data|connection-?string|dsn',
    ),
    'credential',
  ],
  // Whole words, since other words have the same ending: compass, author, replicaKey.
  [
    /(?:^|-)(?:(?:pg|db|user|root|admin|smtp|ldap)?(?:pass|pwd|pw)|jwt|bearer|t?otp|creds?)$/,
    'credential',
  ],
  [/(?:^|-)(?:tls|ca|ssh)-key$|^(?:basic-?)?auth$/, 'credential'],
];

/** Only the end of a longer name is matched. In characters. */
const maxNameLength = 100;

function toKebabCase(name: string): string {
  return name
    .slice(-maxNameLength)
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const cachedMeanings = new Map<string, Meaning | undefined>();

/** Names also come from outside, so the number of cached results is bounded. */
const maxCachedMeanings = 1_000;

/** What this name means; undefined: not sensitive. */
export function meaningOf(name: string): Meaning | undefined {
  if (cachedMeanings.has(name)) return cachedMeanings.get(name);
  const words = toKebabCase(name);
  const meaning = rules.find(([pattern]) => pattern.test(words))?.[1];
  if (cachedMeanings.size < maxCachedMeanings)
    cachedMeanings.set(name, meaning);
  return meaning;
}

/** What a name means that is the value of a field: it names the other field on purpose, so every string counts. */
export function meaningOfValue(name: string): Meaning | undefined {
  const meaning = meaningOf(name);
  return meaning === 'container' ? 'credential' : meaning;
}

/** What a JSON pointer means: every value inside a sensitive field, such as the `x` of `/stringData/x`. */
export const meaningOfPath = (path: string): Meaning | undefined =>
  path.split('/').some(name => meaningOf(name) !== undefined)
    ? 'credential'
    : undefined;

/** Whether a number of this name is only a count: `tokens`, but not `pass`. */
export const isCount = (name: string): boolean => /[^s]s$/i.test(name);
