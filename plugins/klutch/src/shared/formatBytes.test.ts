import { formatBytes, formatQuantity } from './formatBytes';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [500 * 1024 ** 2, '500 MiB'],
  [1023 * 1024 ** 2, '1,023 MiB'],
  [2.15e9, '2 GiB'],
  [1_234_567, '1.18 MiB'],
  [24.123 * 1024 ** 3, '24.1 GiB'],
])('formats %d bytes', (bytes, text) => {
  expect(formatBytes(bytes, 'en')).toBe(text);
});

it('writes numbers as the language does', () => {
  expect(formatBytes(1.5 * 1024 ** 3, 'de')).toBe('1,5 GiB');
});

it.each([
  ['500Mi', '500 MiB'],
  ['2Gi', '2 GiB'],
  ['0.5Gi', '512 MiB'],
  ['1G', '954 MiB'],
  ['1024', '1 KiB'],
  ['256 MiB', '256 MiB'],
  ['unlimited', 'unlimited'],
])('formats the quantity %s', (quantity, text) => {
  expect(formatQuantity(quantity, 'en')).toBe(text);
});
