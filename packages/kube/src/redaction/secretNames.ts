// By which names credentials go in this project, in Kubernetes, in OAuth and in common tools. Fields and texts are judged by one table.

/**
 * What goes by a name:
 * - `credential`: one, or several;
 * - `header`: one of several words, up to the end of its line;
 * - `container`: credentials besides other things. In texts only what is a structure, since the words are common;
 * - `secret`: a credential, unless it is a Kubernetes Secret or the name of one.
 */
export type Meaning = 'credential' | 'header' | 'container' | 'secret';

const ending = (...names: string[]) =>
  new RegExp(
    `(?:${names.join('|')})s?(?:-?(?:value|string|text|header|hash|data|json|pem|base64)s?)?(?:-?\\d+)?$`,
  );

/** Names are compared in words: `clientSecret`, `CLIENT_SECRET` and `client.secret` are `client-secret`. */
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
  // Whole words, as others end like them: compass, author, replicaKey.
  [
    /(?:^|-)(?:(?:pg|db|user|root|admin|smtp|ldap)?(?:pass|pwd|pw)|jwt|bearer|t?otp|creds?)$/,
    'credential',
  ],
  [/(?:^|-)(?:tls|ca|ssh)-key$|^(?:basic-?)?auth$/, 'credential'],
];

/** Only the end of a longer name is looked at. In characters. */
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

/** Names come from outside too; only so many verdicts are kept. */
const maxCachedMeanings = 1_000;

/** What goes by this name; undefined: nothing to hide. */
export function meaningOf(name: string): Meaning | undefined {
  if (cachedMeanings.has(name)) return cachedMeanings.get(name);
  const words = toKebabCase(name);
  const meaning = rules.find(([pattern]) => pattern.test(words))?.[1];
  if (cachedMeanings.size < maxCachedMeanings)
    cachedMeanings.set(name, meaning);
  return meaning;
}

/** What goes by the name that stands in a field beside it: it is named on purpose, so any text counts. */
export function meaningOfValue(name: string): Meaning | undefined {
  const meaning = meaningOf(name);
  return meaning === 'container' ? 'credential' : meaning;
}

/** What stands at a JSON pointer: anything inside of what has a name of a credential, the `x` of `/stringData/x` too. */
export const meaningOfPath = (path: string): Meaning | undefined =>
  path.split('/').some(name => meaningOf(name) !== undefined)
    ? 'credential'
    : undefined;

/** Whether a number that goes by this name only counts: `tokens`, but not `pass`. */
export const isCount = (name: string): boolean => /[^s]s$/i.test(name);
