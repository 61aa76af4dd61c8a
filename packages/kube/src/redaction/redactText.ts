// Redacts credentials in texts: error messages, messages of servers, URLs, fragments of YAML and JSON.
import { censored } from './censored';
import { redactLines } from './redactLines';
import { redactPairs } from './redactPairs';

/** Longest text in characters; the rest is cut, since each rule reads every character. */
export const maxTextLength = 16_384;

/** Base64 of both alphabets, also percent-encoded in queries, possibly over several lines. */
const base64 = String.raw`(?:[\w+/=-]|%(?:2[BFbf]|3[Dd]))`;
const linesBelow = String.raw`(?:(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]{0,40}${base64}+(?=[\r\n\\]|$))*`;

/**
 * Characters of a password that is not percent-encoded. A quote followed by the next part of a list, object or text
 * ends the value.
 */
const inPassword = String.raw`(?:[^\s"'<>]|["'<>](?![,;:}\])\s]))`;

/**
 * Credentials that are recognized by their form. Each pattern must run in linear time: none may scan to the end from
 * each character.
 */
const forms: [RegExp, string][] = [
  // Private keys, including truncated ones, and in base64 as in kubeconfigs (with certificates).
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    censored,
  ],
  [new RegExp(`LS0tLS1CRUdJTi${base64}+${linesBelow}`, 'g'), censored],
  // A whole kubeconfig in base64, as in Secrets, or the response that contains one: both start with `apiVersion` or
  // `kind`, in YAML or JSON. Docker's registry credentials start with `auths`.
  [
    new RegExp(
      `(?:YXBpVmVyc2lvbj|a2luZDog|LS0tCmFwaVZl|LS0tCmtpbmQ6|eyJhcGlWZXJzaW9u|eyJraW5kIjo|eyJhdXRocyI6)${base64}+${linesBelow}`,
      'g',
    ),
    censored,
  ],
  // JSON web tokens, signed or encrypted, and other JSON objects in base64, in one line or several.
  [
    new RegExp(
      String.raw`(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}|\\[nrt]))(?:ey[AJ]|ew(?:ogI|oJ|0K))${base64}{7,}(?:(?:\.{1,2}[\w-]{4,}){1,4}\.?|(?<=${base64}{18})${linesBelow})`,
      'g',
    ),
    censored,
  ],
  // Keys of AWS, tokens of GitHub, GitLab and Slack.
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, censored],
  [
    /(?<![A-Za-z0-9])(?:gh[opsur]_[A-Za-z0-9]|github_pat_\w|glpat-[\w-]|xox[a-z]-[\w-])[\w-]{15,}/g,
    censored,
  ],
  [/\b(Bearer|Basic|Negotiate)\s+[\w.~+/=-]{4,}/gi, `$1 ${censored}`],
  // Schemes other than http have no "@" in their path, except before a digest, so that everything before it is a
  // password, also after digits.
  [
    new RegExp(
      String.raw`\b((?!https?:|file:)[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s"'<>:@[]{0,64}:${inPassword}{1,256}@(?!sha\d)`,
      'gi',
    ),
    `$1${censored}@`,
  ],
  // User and password of a URL.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]+@/gi, `$1${censored}@`],
  // User and password of a URL whose password is not percent-encoded; digits after a host name with a dot are a port.
  [
    new RegExp(
      String.raw`\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?!(?:localhost|[\w-]{1,63}\.[\w.-]{1,200}):\d{1,5}(?:[/?#"'<>]|$))[^\s/?#"'<>:@[]{0,64}:${inPassword}{1,256}@`,
      'gi',
    ),
    `$1${censored}@`,
  ],
  // Query parameters without a revealing name: of OAuth, of signed URLs, and of the response to a binding.
  [
    /((?:[?&#]|&amp;|%3F|%26)(?:code|state|sig|response|(?:x-[a-z]{1,9}-)?signature)(?:=|%3D))[^&\s"'#]+/gi,
    `$1${censored}`,
  ],
];

/** A quick check: most texts have no separator after a name, and nothing long enough to be a credential. */
const suspicious = /[:=]|--|[\w.+/-]{14}|\b(?:Bearer|Basic|Negotiate)\b/i;

/** The text without recognized credentials. Recognition is not complete: do not put known credentials into texts. */
export function redactText(text: string): string {
  const cut =
    text.length > maxTextLength
      ? `${text.slice(0, maxTextLength)}… (${text.length - maxTextLength} more characters)`
      : text;
  if (!suspicious.test(cut)) return cut;
  const withoutForms = forms.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    cut,
  );
  return redactPairs(redactLines(withoutForms));
}
