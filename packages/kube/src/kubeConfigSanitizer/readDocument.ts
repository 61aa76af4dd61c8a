// Parses a kubeconfig to plain values: only the YAML that kubeconfigs need, in bounded time and memory.
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
 * Limit of tokens: words, indicators, line ends, escapes. A kubeconfig with 200 contexts has about 40 000; more take
 * the parser noticeable time, above all when each token is an error.
 */
const maxParts = 50_000;

/** Limit of nested lists and objects, as the parser counts them. A kubeconfig has at most ten levels. */
const maxDepth = 64;

/** YAML features that kubeconfigs do not use: parsers differ in how they read them, or they allow YAML bombs. */
const refusedParts: Partial<
  Record<CST.TokenType, [KubeconfigRefusal, string]>
> = {
  alias: ['alias', 'It refers to parts of itself (YAML aliases).'],
  tag: ['tag', 'It has type tags (YAML tags).'],
  'directive-line': ['directive', 'It begins with a YAML directive.'],
};

const tooComplex = () =>
  refuse(
    'too-complex',
    undefined,
    `It has more parts, or is nested deeper, than any kubeconfig. ${howToCopy}`,
  );

/** Accepts only unambiguous tokens, and stops at the first other one. */
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

/** Runs a function that creates thousands of errors; capturing their unused stacks would take most of its time. */
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
    // The parser would compare all keys pairwise, in quadratic time. Duplicate keys are checked below.
    uniqueKeys: false,
    stringKeys: true,
    // The parser would otherwise emit process warnings that quote the file.
    logLevel: 'silent',
    prettyErrors: false,
  });
  return withoutStacks(() => [...composer.compose(tokens)]);
}

/** Plain value of a node; the parser has limited the depth. */
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
        `A key occurs twice in the same object, so it is not clear which one is meant. Delete one. ${howToCopy}`,
      );
    }
    values.set(name, valueOf(value));
  }
  return Object.fromEntries(values);
}

/**
 * Parses one YAML or JSON document. The size is checked first.
 *
 * @throws KubeconfigRefusedError for invalid YAML, and for YAML that is ambiguous or a bomb
 */
export function readDocument(text: string, maxBytes: number): unknown {
  // Each UTF-16 code unit takes at least one byte of UTF-8.
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
