// From the text of a kubeconfig to plain values: as much YAML as kubeconfigs need, in bounded time and space.
import {
  Composer,
  CST,
  Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
} from 'yaml';
import { KubeconfigRefusal } from '../KubeconfigRefusedError';
import { howToCopy, refuse } from './refuse';

/**
 * Lexical parts: words, marks, line ends, escapes. A kubeconfig with 200 contexts has some 40 000; more than this takes
 * the parser noticeable time, above all when each part is an error.
 */
const maxParts = 50_000;

/** Lists and objects in one another, as the parser counts them. A kubeconfig has at most ten. */
const maxDepth = 64;

/** What YAML can do and kubeconfigs do not: each of these is read differently by different readers, or is a bomb. */
const refusedParts: Partial<
  Record<CST.TokenType, [KubeconfigRefusal, string]>
> = {
  alias: ['alias', 'It refers to parts of itself (YAML aliases).'],
  tag: ['tag', 'It names types for its parts (YAML tags).'],
  'directive-line': ['directive', 'It begins with a YAML directive.'],
};

const tooComplex = () =>
  refuse(
    'too-complex',
    undefined,
    `It has more parts, or deeper ones, than any kubeconfig. ${howToCopy}`,
  );

/** Only unambiguous text passes; the parser is left as soon as anything else turns up. */
function tokensOf(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let parts = 0;
  for (const part of new Lexer().lex(text)) {
    parts += part.startsWith('"') ? part.split('\\').length : 1;
    if (parts > maxParts) tooComplex();
    const type = CST.tokenType(part);
    const refused = type && refusedParts[type];
    if (refused) {
      const [reason, explanation] = refused;
      refuse(reason, undefined, `${explanation} ${howToCopy}`);
    }
    tokens.push(...parser.next(part));
    if (parser.stack.length > maxDepth) tooComplex();
  }
  tokens.push(...parser.end());
  return tokens;
}

/** Runs something that makes errors by the thousand whose stacks nobody reads: they are most of its time. */
function withoutStacks<R>(action: () => R): R {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return action();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function documentsOf(tokens: CST.Token[]): Document.Parsed[] {
  const composer = new Composer({
    // Would hold every key against every other: the time of a bomb. Keys are checked below.
    uniqueKeys: false,
    stringKeys: true,
    // Else the parser's warnings go to the process, and quote the file.
    logLevel: 'silent',
    prettyErrors: false,
  });
  return withoutStacks(() => [...composer.compose(tokens)]);
}

/** Plain values of a node; no deeper than the parser allowed. */
function valueOf(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map(valueOf);
  if (!isMap(node)) return undefined;
  const values = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (name === '<<') {
      refuse(
        'merge-key',
        undefined,
        `It merges parts of itself (YAML's <<). ${howToCopy}`,
      );
    }
    if (values.has(name)) {
      refuse(
        'duplicate-key',
        undefined,
        `A key stands twice in the same object, so it is not clear which one counts. Delete one. ${howToCopy}`,
      );
    }
    values.set(name, valueOf(value));
  }
  return Object.fromEntries(values);
}

/**
 * Reads one YAML or JSON document. The size is looked at before anything else.
 *
 * @throws KubeconfigRefusedError for what is no YAML, and for YAML that is ambiguous or a bomb
 */
export function readDocument(text: string, maxBytes: number): unknown {
  // A character is at least one byte.
  if (text.length > maxBytes || Buffer.byteLength(text) > maxBytes) {
    refuse(
      'too-large',
      undefined,
      `It is larger than ${Math.floor(maxBytes / 1024)} KiB. Give one context only: copy the output of "kubectl config view --minify --flatten --raw".`,
    );
  }
  const [document, ...others] = documentsOf(tokensOf(text));
  if (others.length > 0) {
    refuse(
      'several-documents',
      undefined,
      `It holds several YAML documents (divided by ---). Give one. ${howToCopy}`,
    );
  }
  if (document && document.errors.length > 0) {
    // The parser's message would quote the file.
    refuse('unreadable', undefined, 'It is not YAML. Copy it again, whole.');
  }
  return valueOf(document?.contents);
}
