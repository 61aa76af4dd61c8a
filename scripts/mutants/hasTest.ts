// Whether a test file has a test of a name, as far as its text shows: titles made at run time count by their fixed parts.
import { parse, Lang } from '@ast-grep/napi';

/** The titles of a file's tests, each as the parts between its placeholders. */
const titlesOf = (source: string): string[][] =>
  parse(Lang.Tsx, source)
    .root()
    .findAll({
      rule: {
        any: [{ kind: 'string' }, { kind: 'template_string' }],
        nthChild: 1,
        inside: {
          kind: 'arguments',
          inside: {
            kind: 'call_expression',
            has: { field: 'function', regex: '^(it|test)\\b' },
          },
        },
      },
    })
    .map(node =>
      node
        .text()
        .slice(1, -1)
        .replace(/\\(.)/g, '$1')
        .split(/\$\{[^}]*\}|\$[\w.]+|%\w/),
    );

/** @param name - a part of the test's full name: of its title, or of the titles of its blocks and its own */
export const hasTest = (source: string, name: string): boolean =>
  titlesOf(source).some(
    parts =>
      parts.join('').includes(name) || parts.every(part => name.includes(part)),
  );
