// By which names credentials go in this project, in Kubernetes and in OAuth.

/** Hide the value whatever it is. `data` and its kin are those of Secrets; requests have headers and bodies. */
const whole = new Set([
  'data',
  'stringdata',
  'binarydata',
  'headers',
  'rawheaders',
  'body',
  'auth',
  'jwt',
  'bearer',
  'codeverifier',
  'kubectlkubernetesiolastappliedconfiguration',
]);

/** How names of single credentials end, without case and punctuation: `clientSecret`, `DB_PASSWORD`, `client-key-data`. */
const endings =
  /(?:password|passwd|passphrase|passwords|token|tokens|secret|credential|credentials|authorization|cookie|privatekey|secretkey|signingkey|accesskey|apikey|clientkey|keydata|kubeconfig|assertion|connectionstring|dsn)$/;

const judged = new Map<string, boolean>();

/** Names come from outside too; only so many verdicts are kept. */
const maxJudged = 1_000;

/** Whether what goes by this name is kept out of logs. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const verdict = whole.has(plain) || endings.test(plain);
  if (judged.size < maxJudged) judged.set(name, verdict);
  return verdict;
}
