import { findChecksum } from './checkedDownload';

describe('a published checksum', () => {
  const [one, two] = ['1', '2'].map(digit => digit.repeat(64));

  it('is found alone in its file, or beside the file name', () => {
    expect(findChecksum(`${one}\n`, 'kubectl')).toBe(one);
    expect(findChecksum(`${one}  a.tar.gz\n${two} *b.tar.gz`, 'b.tar.gz')).toBe(
      two,
    );
    expect(findChecksum(`${two}  ./dist/a.tar.gz`, 'a.tar.gz')).toBe(two);
  });

  it('is missing for another file, or when malformed', () => {
    expect(findChecksum(`${one}  a\n${two}  b`, 'c')).toBeUndefined();
    expect(findChecksum('<html>not found</html>', 'a')).toBeUndefined();
  });
});
