// Credentials inside texts: messages of errors and of servers, URLs, pieces of YAML and JSON.
import { censored } from './censored';
import { redactLines, redactPairs } from './redactPairs';

/** Longer texts are cut: nobody reads them, and each rule looks at every character. In characters. */
export const longestText = 16_384;

/** What is a credential by its form. Each looks at a character only so often: no rule may begin at each character and go on to the end. */
const forms: [RegExp, string][] = [
  // Private keys, also those that were cut off, and in base64 as kubeconfigs have them (with certificates).
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    censored,
  ],
  [/LS0tLS1CRUdJTi[\w+/=-]+/g, censored],
  // A whole kubeconfig in base64, as Secrets have it: it begins with `apiVersion` or `kind`. What docker keeps begins with `auths`.
  [
    /\b(?:YXBpVmVyc2lvbj|a2luZDog|eyJhcGlWZXJzaW9u|eyJhdXRocyI6)[\w+/=-]+/g,
    censored,
  ],
  // JSON web tokens, signed or encrypted.
  [/(?<![\w-])eyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*){0,3}/g, censored],
  // Keys of AWS, tokens of GitHub, GitLab and Slack.
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, censored],
  [
    /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]|github_pat_\w|glpat-[\w-]|xox[a-z]-[\w-])[\w-]{15,}/g,
    censored,
  ],
  [/\b(Bearer|Basic|Negotiate)\s+[\w.~+/=-]{4,}/gi, `$1 ${censored}`],
  // User and password of a URL.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]+@/gi, `$1${censored}@`],
  // The same with a password that has not been encoded; digits at this place are a port.
  [
    /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>:@[]{0,64}:(?!\d{1,5}[/?#])[^\s"'<>@]{1,128}@/gi,
    `$1${censored}@`,
  ],
  // Parameters that have no telling name: of OAuth, and of signed URLs.
  [
    /([?&](?:code|state|sig|(?:x-[a-z]{1,9}-)?signature)=)[^&\s"'#]+/gi,
    `$1${censored}`,
  ],
];

/** Most texts have nothing that a name could stand before, nor anything long enough to be a credential. */
const suspicious = /[:=]|--|[\w.+/-]{14}|\b(?:Bearer|Basic|Negotiate)\b/i;

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
  const withoutForms = forms.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    cut,
  );
  return redactPairs(redactLines(withoutForms));
}
