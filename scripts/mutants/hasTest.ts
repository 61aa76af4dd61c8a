// Checks whether a test file has a test of a name: the fixed parts of titles, or the tables of titles without any.
import { parse, Lang } from '@ast-grep/napi';

/** The titles of the tests in a file, each split at its placeholders. */
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
            has: { field: 'function', regex: '^(it|itLong|test)\\b' },
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

/** @param name - part of the full name of a test: the titles of its blocks and its own title */
export const hasTest = (source: string, name: string): boolean =>
  titlesOf(source).some(parts => {
    const hasFixedText = parts.some(part => part.trim() !== '');
    if (!hasFixedText) return source.includes(name);
    return (
      parts.join('').includes(name) || parts.every(part => name.includes(part))
    );
  });
