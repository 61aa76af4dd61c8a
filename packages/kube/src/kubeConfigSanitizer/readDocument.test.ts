import { Composer, Lexer, Parser } from 'yaml';
import { cpuTime } from '../__testUtils__/cpuTime';
import { KubeconfigRefusedError } from '../KubeconfigRefusedError';
import { readDocument } from './readDocument';

const maxBytes = 256 * 1024;
/** The part repeated up to the size limit. */
const fill = (part: string, begin = '', end = '') =>
  begin +
  part.repeat((maxBytes - begin.length - end.length) / part.length) +
  end;

const reasonOf = (text: string): string => {
  try {
    readDocument(text, maxBytes);
    return 'read';
  } catch (error) {
    if (error instanceof KubeconfigRefusedError) return error.reason;
    throw error;
  }
};

afterEach(() => jest.restoreAllMocks());

it('reads YAML and JSON as plain values', () => {
  expect(readDocument('a: [1, x, { b: true }]\nc:\n', maxBytes)).toEqual({
    a: [1, 'x', { b: true }],
    c: null,
  });
  expect(readDocument('{"a":{"__proto__":{"b":1}}}', maxBytes)).toEqual({
    a: Object.fromEntries([['__proto__', { b: 1 }]]),
  });
  expect(readDocument('', maxBytes)).toBeUndefined();
});

it('reads text that looks like a YAML bomb as text', () => {
  expect(
    readDocument('a: "*b"\nc: |\n  *d !e\n  %f\ng: x *h !i\n', maxBytes),
  ).toEqual({ a: '*b', c: '*d !e\n%f\n', g: 'x *h !i' });
});

it('checks the size before anything else', () => {
  const lex = jest.spyOn(Lexer.prototype, 'lex');
  const encode = jest.spyOn(Buffer, 'byteLength');
  expect(reasonOf('a'.repeat(64 * 1024 * 1024))).toBe('too-large');
  expect(encode).not.toHaveBeenCalled();
  // Fewer characters than bytes.
  expect(reasonOf('ü'.repeat(maxBytes / 2 + 1))).toBe('too-large');
  expect(lex).not.toHaveBeenCalled();
});

it.each([
  ['an alias', 'a: &a x\nb: [*a, *a]\n', 'alias'],
  ['a tag', 'a: !x y\n', 'tag'],
  ['a directive', '%TAG ! y\n---\n', 'directive'],
])('stops reading at %s', (_, begin, reason) => {
  const next = jest.spyOn(Parser.prototype, 'next');
  const compose = jest.spyOn(Composer.prototype, 'compose');
  expect(reasonOf(fill('- x\n', begin))).toBe(reason);
  expect(next.mock.calls.length).toBeLessThan(20);
  expect(compose).not.toHaveBeenCalled();
});

it.each([
  ['lists in lists', '['],
  ['objects in objects', '{'],
  ['items in items', '- '],
  ['keys of keys', '? '],
  ['values of values', 'a: '],
  ['lists of words in lists', '[a '],
  ['objects of objects', '{"a":'],
])('stops reading where %s are too deep', (_, part) => {
  const next = jest.spyOn(Parser.prototype, 'next');
  const compose = jest.spyOn(Composer.prototype, 'compose');
  expect(reasonOf(fill(part))).toBe('too-complex');
  expect(next.mock.calls.length).toBeLessThan(500);
  expect(compose).not.toHaveBeenCalled();
});

it.each([
  ['items', '- a\n'],
  ['keys', 'abcdef: 1\n'],
  ['lines', '\n'],
  ['comments', '# a\n'],
  ['documents', '---\n'],
  ['anchors', '- &a\n'],
  ['quotes', '"'],
  ['empty keys', '? \n'],
  ['commas', ',', '['],
  ['flat lists', '[],', '['],
  ['escapes', String.raw`\q`, '"', '"'],
  ['escapes that are right', String.raw`\n`, '"', '"'],
])('stops reading after too many %s', (_, part, begin = '', end = '') => {
  const next = jest.spyOn(Parser.prototype, 'next');
  const compose = jest.spyOn(Composer.prototype, 'compose');
  expect(reasonOf(fill(part, begin, end))).toBe('too-complex');
  expect(next.mock.calls.length).toBeLessThanOrEqual(50_000);
  expect(compose).not.toHaveBeenCalled();
});

it.each([
  ['commas', `[${','.repeat(49_000)}]`],
  ['quotes', '"'.repeat(97_000)],
  ['escapes', `"${String.raw`\q`.repeat(49_000)}"`],
  ['words', '"a" '.repeat(24_000)],
  ['blank lines', fill('\n', 'a: |\n', '  b')],
  ['blanks', fill(' ', 'a:', 'b')],
  ['letters', fill('x', 'a: ')],
  ['digits', fill('1', 'a: ', 'x')],
])('reads the maximum of %s within a second', (_, text) => {
  expect(
    cpuTime(1_000, () => {
      expect(['unreadable', 'read']).toContain(reasonOf(text));
    }),
  ).toBeLessThan(1_000);
});

it('does not affect the stacks of other errors', () => {
  const { stackTraceLimit } = Error;
  reasonOf('[');
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
});

it('emits no process warnings', () => {
  const warn = jest.spyOn(process, 'emitWarning');
  const write = jest.spyOn(process.stderr, 'write');
  readDocument('a: &x secret\n? secret\n', maxBytes);
  reasonOf('secret: [');
  expect(warn).not.toHaveBeenCalled();
  expect(write).not.toHaveBeenCalled();
});
