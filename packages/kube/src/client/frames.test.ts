import fc from 'fast-check';
import { LineSplitter, LineTooLongError } from './frames';

function split(chunks: Uint8Array[], maxLineBytes = 1000): string[] {
  const splitter = new LineSplitter(maxLineBytes);
  return chunks.flatMap(chunk => [...splitter.push(chunk)]);
}

const lines = ['{"a":"plain"}', '{"b":"zwölf – 四 🐘"}', '{"c":"\\n"}'];
const bytes = Buffer.from(`${lines.join('\n')}\n`);

describe('LineSplitter', () => {
  it('gives the same lines wherever the bytes are cut once', () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(split(chunks)).toEqual(lines);
    }
  });

  it('gives the same lines wherever the bytes are cut twice', () => {
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

  it('gives the same lines byte by byte', () => {
    expect(split([...bytes].map(byte => Uint8Array.of(byte)))).toEqual(lines);
  });

  it('gives back any texts, cut anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc
            .string({ unit: 'binary', minLength: 1 })
            .map(text => JSON.stringify(text)),
        ),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (texts, sizes) => {
          const all = Buffer.from(texts.map(text => `${text}\n`).join(''));
          const chunks: Uint8Array[] = [];
          for (let at = 0, turn = 0; at < all.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            chunks.push(all.subarray(at, at + size));
            at += size;
          }
          expect(split(chunks)).toEqual(texts);
        },
      ),
    );
  });

  it('leaves out empty lines and carriage returns', () => {
    expect(split([Buffer.from('\r\na\r\n\n\nb\n')])).toEqual(['a', 'b']);
  });

  it('keeps a line that has not ended to itself', () => {
    const splitter = new LineSplitter(1000);
    expect([...splitter.push(Buffer.from('whole\nhalf'))]).toEqual(['whole']);
    expect(splitter.pendingBytes).toBe(4);
  });

  it('refuses a line longer than allowed, also one that never ends', () => {
    expect(() => split([Buffer.from('12345\n')], 4)).toThrow(LineTooLongError);
    expect(() => split([Buffer.from('123'), Buffer.from('45')], 4)).toThrow(
      LineTooLongError,
    );
    expect(split([Buffer.from('1234\n5678\n')], 4)).toEqual(['1234', '5678']);
  });
});
