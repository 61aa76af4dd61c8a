import fc from 'fast-check';
import { LineSplitter, LineTooLongError } from './frames';

const long = process.env.KLUTCH_LONG === '1';
const runs = long ? 1_000_000 : 2000;
const timeoutMs = long ? 1_800_000 : 30_000;

function split(chunks: Uint8Array[], maxLineBytes = 1000): string[] {
  const splitter = new LineSplitter(maxLineBytes);
  return chunks.flatMap(chunk => [...splitter.push(chunk)]);
}

/** Expected lines, computed from the whole input at once. */
function expectedOf(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  let line: number[] = [];
  for (const byte of bytes) {
    if (byte !== 0x0a) {
      line.push(byte);
      continue;
    }
    if (line.at(-1) === 0x0d) line.pop();
    if (line.length > 0) lines.push(Buffer.from(line).toString('utf8'));
    line = [];
  }
  return lines;
}

/** The bytes in pieces of these sizes, repeated. */
function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const lines = ['{"a":"plain"}', '{"b":"zwölf – 四 🐘"}', '{"c":"\\n"}'];
/** Several lines with characters of one to four bytes, both kinds of line ends, and empty lines. */
const bytes = Buffer.from(`\n${lines[0]}\r\n\r\n${lines[1]}\n\n${lines[2]}\n`);

describe('LineSplitter', () => {
  it('returns the same lines wherever the bytes are split once', () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
      expect(split(chunks)).toEqual(lines);
    }
  });

  it('returns the same lines wherever the bytes are split twice', () => {
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        const chunks = [
          bytes.subarray(0, first),
          bytes.subarray(first, second),
          bytes.subarray(second),
        ];
        expect(split(chunks)).toEqual(lines);
      }
    }
  });

  it('returns the same lines byte by byte', () => {
    expect(split(cut(bytes, [1]))).toEqual(lines);
  });

  const anySizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

  it(
    'returns any texts unchanged, split anywhere',
    () => {
      const anyText = fc
        .string({ unit: 'binary', minLength: 1 })
        .map(text => JSON.stringify(text));
      fc.assert(
        fc.property(fc.array(anyText), anySizes, (texts, sizes) => {
          const all = Buffer.from(texts.map(text => `${text}\n`).join(''));
          expect(split(cut(all, sizes))).toEqual(texts);
        }),
        { numRuns: runs / 10 },
      );
    },
    timeoutMs,
  );

  it(
    'accepts any bytes, split anywhere',
    () => {
      // Line ends and incomplete characters are the critical inputs.
      const anyByte = fc.oneof(
        fc.constantFrom(0x0a, 0x0d, 0xc3, 0xb6, 0xf0, 0x9f, 0x90, 0x98),
        fc.nat(255),
      );
      fc.assert(
        fc.property(fc.array(anyByte), anySizes, (some, sizes) => {
          const all = Uint8Array.from(some);
          expect(split(cut(all, sizes))).toEqual(expectedOf(all));
        }),
        { numRuns: runs },
      );
    },
    timeoutMs,
  );

  it('omits empty lines and carriage returns', () => {
    expect(split([Buffer.from('\r\na\r\n\n\nb\n')])).toEqual(['a', 'b']);
  });

  it('does not return an incomplete line', () => {
    const splitter = new LineSplitter(1000);
    expect([...splitter.push(Buffer.from('whole\nhalf'))]).toEqual(['whole']);
    expect(splitter.pendingBytes).toBe(4);
    expect([...splitter.push(Buffer.from(' done\n'))]).toEqual(['half done']);
    expect(splitter.pendingBytes).toBe(0);
  });

  it('refuses a line longer than allowed wherever it is split, also one that never ends', () => {
    const tooLong = Buffer.from('1234\n12345\n');
    for (let at = 0; at <= tooLong.length; at += 1) {
      const chunks = [tooLong.subarray(0, at), tooLong.subarray(at)];
      expect(() => split(chunks, 4)).toThrow(LineTooLongError);
    }
    expect(() => split([Buffer.from('123'), Buffer.from('45')], 4)).toThrow(
      LineTooLongError,
    );
    expect(split([Buffer.from('1234\n5678\n')], 4)).toEqual(['1234', '5678']);
  });
});
