import { readText } from './readText';

async function* body() {
  yield Buffer.from('abc');
  yield Buffer.from('de');
}

it('reads what is exactly as long as allowed', async () => {
  expect(await readText(body(), 5)).toBe('abcde');
});

it('does not read what is a byte longer', async () => {
  await expect(readText(body(), 4)).rejects.toThrow('longer than 4 bytes');
});
