// Credentials inside texts: messages of errors and of servers, URLs, pieces of YAML and JSON.
import { censored } from './censored';
import { redactLines } from './redactLines';
import { redactPairs } from './redactPairs';

/** Longer texts are cut: nobody reads them, and each rule looks at every character. In characters. */
export const maxTextLength = 16_384;

/** Base64 of both alphabets, also as queries have it, and the lines that it may go on in. */
const base64 = String.raw`(?:[\w+/=-]|%(?:2[BFbf]|3[Dd]))`;
const linesBelow = String.raw`(?:(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]{0,40}${base64}+(?=[\r\n\\]|$))*`;

/** What a password that has not been encoded is made of. A quote after which a list, an object or a text goes on ends the value. */
const inPassword = String.raw`(?:[^\s"'<>]|["'<>](?![,;:}\])\s]))`;

/** What is a credential by its form. Each looks at a character only so often: no rule may begin at each character and go on to the end. */
const forms: [RegExp, string][] = [
  // Private keys, also those that were cut off, and in base64 as kubeconfigs have them (with certificates).
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
    censored,
  ],
  [new RegExp(`LS0tLS1CRUdJTi${base64}+${linesBelow}`, 'g'), censored],
  // A whole kubeconfig in base64, as Secrets have it, or the answer that brings one: these begin with `apiVersion` or `kind`, in YAML or JSON. What docker keeps begins with `auths`.
  [
    new RegExp(
      `(?:YXBpVmVyc2lvbj|a2luZDog|LS0tCmFwaVZl|LS0tCmtpbmQ6|eyJhcGlWZXJzaW9u|eyJraW5kIjo|eyJhdXRocyI6)${base64}+${linesBelow}`,
      'g',
    ),
    censored,
  ],
  // JSON web tokens, signed or encrypted, and any other object of JSON in base64, in one line or several.
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
  // What is no address of the web has a path without "@", unless that is a digest, so that all before is a password, also after digits.
  [
    new RegExp(
      String.raw`\b((?!https?:|file:)[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s"'<>:@[]{0,64}:${inPassword}{1,256}@(?!sha\d)`,
      'gi',
    ),
    `$1${censored}@`,
  ],
  // User and password of a URL.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]+@/gi, `$1${censored}@`],
  // The same with a password that has not been encoded; digits after a name with a dot are a port.
  [
    new RegExp(
      String.raw`\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?!(?:localhost|[\w-]{1,63}\.[\w.-]{1,200}):\d{1,5}(?:[/?#"'<>]|$))[^\s/?#"'<>:@[]{0,64}:${inPassword}{1,256}@`,
      'gi',
    ),
    `$1${censored}@`,
  ],
  // Parameters that have no telling name: of OAuth, of signed URLs, and of the answer to a binding.
  [
    /((?:[?&#]|&amp;|%3F|%26)(?:code|state|sig|response|(?:x-[a-z]{1,9}-)?signature)(?:=|%3D))[^&\s"'#]+/gi,
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
