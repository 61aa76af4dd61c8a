import { readText } from './readText';

async function* body() {
  yield Buffer.from('abc');
  yield Buffer.from('de');
}

it('reads a text of exactly the allowed length', async () => {
  expect(await readText(body(), 5)).toBe('abcde');
});

it('refuses a text that is one byte longer', async () => {
  await expect(readText(body(), 4)).rejects.toThrow('longer than 4 bytes');
});
