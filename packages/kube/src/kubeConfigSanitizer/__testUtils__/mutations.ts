// Mutations of a text that break it or change its meaning.
import fc from 'fast-check';

/** Fragments of YAML, of kubeconfigs, and of attacks on both. */
const bits = [
  '\n',
  '  ',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '&a ',
  '*a',
  '!!binary ',
  '<<: ',
  '---\n',
  '"',
  "'",
  '|\n',
  '#',
  '%YAML 1.1\n',
  '\u0000',
  '\ufeff',
  'exec: { command: /bin/sh }\n',
  '    exec:\n      command: /bin/sh\n',
  '    tokenFile: /etc/passwd\n',
  '    client-key: /etc/passwd\n',
  '    as: admin\n',
  '    certificate-authority: /etc/passwd\n',
  '    insecure-skip-tls-verify: true\n',
  '    proxy-url: http://127.0.0.1:3128\n',
  '    server: https://127.0.0.1\n',
  'current-context: other\n',
  'name: u\n',
  'name: other\n',
  'https://127.0.0.1',
  'https://[::1]',
  'localhost',
  '127.1/',
  '@169.254.169.254',
  'apps.example.com',
];

type Change = (text: string) => string;

const at = (text: string, place: number) => Math.floor(text.length * place);

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const length = fc.integer({ min: 1, max: 60 });

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...bits)).map(
    ([p, bit]): Change =>
      text =>
        text.slice(0, at(text, p)) + bit + text.slice(at(text, p)),
  ),
  // Insertions at the start of a line, where the text more often remains valid YAML.
  fc.tuple(place, fc.constantFrom(...bits)).map(([p, bit]): Change => {
    return text => {
      const line = text.indexOf('\n', at(text, p)) + 1;
      return text.slice(0, line) + bit + text.slice(line);
    };
  }),
  fc.tuple(place, length).map(
    ([p, n]): Change =>
      text =>
        text.slice(0, at(text, p)) + text.slice(at(text, p) + n),
  ),
  fc.tuple(place, place, length).map(([from, to, n]): Change => {
    return text =>
      text.slice(0, at(text, to)) +
      text.slice(at(text, from), at(text, from) + n) +
      text.slice(at(text, to));
  }),
  fc.tuple(place, fc.string({ unit: 'binary', maxLength: 3 })).map(
    ([p, letters]): Change =>
      text =>
        text.slice(0, at(text, p)) +
        letters +
        text.slice(at(text, p) + letters.length),
  ),
);

/** The text after up to six changes. */
export const mutated = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(texts, fc.array(change, { maxLength: 6 }))
    .map(([text, changes]) =>
      changes.reduce((changed, next) => next(changed), text),
    );
