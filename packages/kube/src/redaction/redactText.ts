// Credentials inside texts: messages of errors and of servers, URLs, pieces of YAML and JSON.

/** What stands for what was taken out. */
export const censored = '[redacted]';

/** Longer texts are cut: nobody reads them, and each rule looks at every character. In characters. */
export const longestText = 16_384;

const names =
  'password|passwd|passphrase|token|client[_-]?secret|secret[_-]?key|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?key|key-data|keyData|credentials?|authorization|cookie|assertion|code[_-]?verifier';

/** How the API server begins its reasons; what follows a field's name then is no value. */
const verdicts =
  'Required|Invalid|Forbidden|Unsupported|Duplicate|Too |Not found|Internal error';

/** A value in quotes, in escaped quotes, or up to where a list or an object goes on. */
const value = String.raw`(?!\[redacted\])(?:"(?:[^"\\]|\\.)*"?|'[^']*'?|\\{1,3}"[^"]*"?|[^\s,;&}\]"'\\]+)`;

const rules: [RegExp, string][] = [
  // Private keys, also those that were cut off, and in base64 as kubeconfigs have them (with certificates).
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
    censored,
  ],
  [/LS0tLS1CRUdJTi[\w+/=-]+/g, censored],
  // A whole kubeconfig in base64, as Secrets have it: it begins with `apiVersion` or `kind`.
  [/\b(?:YXBpVmVyc2lvbj|a2luZDog|eyJhcGlWZXJzaW9u)[\w+/=-]+/g, censored],
  // JSON web tokens.
  [/\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?/g, censored],
  [/\b(Bearer|Basic|Negotiate)\s+[\w.~+/=-]{4,}/gi, `$1 ${censored}`],
  // User and password of a URL.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>]+@/gi, `$1${censored}@`],
  // OAuth parameters that have no telling name.
  [/([?&](?:code|state|sig|signature)=)[^&\s"'#]+/gi, `$1${censored}`],
  // The API server quotes the value of a field that it does not accept.
  [
    new RegExp(
      String.raw`((?:${names}|secret)["'\]]{0,2}: (?:Invalid|Unsupported|Duplicate) value: )${value}`,
      'gi',
    ),
    `$1${censored}`,
  ],
  // The content of a Secret, in JSON and in YAML.
  [
    /((?:string|binary)?data(?:\\{0,3}["'])?\s{0,3}:\s{0,3})\{[^{}]*(?:\}|$)/gi,
    `$1${censored}`,
  ],
  [
    /(\b(?:string|binary)?data:[ \t]*\n)(?:[ \t]+[^\n]*(?:\n|$))+/gi,
    `$1  ${censored}\n`,
  ],
  // `name: value`, `name=value`, `"name":"value"`, the same escaped.
  [
    new RegExp(
      String.raw`((?:${names})(?:\\{0,3}["'])?\s{0,3}[:=]\s{0,3})(?!${verdicts})${value}`,
      'gi',
    ),
    `$1${censored}`,
  ],
];

/** Most texts hold nothing that a rule could mean. */
const suspicious = new RegExp(
  `${names}|secret|data|BEGIN|eyJ|Bearer|Basic|Negotiate|://|LS0t|YXBp|a2lu|[?&](?:code|state|sig)`,
  'i',
);

/**
 * The text without what looks like a credential. That it finds every one cannot be promised: what is known to be one
 * belongs into no text.
 */
export function redactText(text: string): string {
  const cut =
    text.length > longestText
      ? `${text.slice(0, longestText)}… (${text.length - longestText} more characters)`
      : text;
  if (!suspicious.test(cut)) return cut;
  return rules.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    cut,
  );
}
