import type { Offer } from '../offers/offers';
import { keepingLogger } from '../testing/__testUtils__/browser';
import { testOffers } from '../testing/__testUtils__/handshake';
import { warnOfBareNames } from './warnOfBareNames';

const told = async (
  issuers: number,
  offers: () => Promise<Offer[]>,
): Promise<string[]> => {
  const lines: string[] = [];
  const backend = { offers, ready: async () => undefined };
  warnOfBareNames({ backend, issuers, logger: keepingLogger(lines) });
  await new Promise(setImmediate);
  return lines;
};
const named = testOffers.map(offer => ({
  ...offer,
  policy: { groups: ['https://id.test#team-a'] },
}));

it('tells of lists that name no issuer, where people come from several', async () => {
  const lines = await told(2, async () => testOffers);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    apis: ['caches.example.test'],
    message: expect.stringContaining('Write <issuer>#<name>'),
  });
});

it('is silent where there is one issuer, and where all are named', async () => {
  expect(await told(1, async () => testOffers)).toEqual([]);
  expect(await told(2, async () => named)).toEqual([]);
});

it('says that it could not look', async () => {
  const lines = await told(2, () => Promise.reject(new TypeError('canary')));
  expect(lines.join()).toContain('it could not be seen');
  expect(lines.join()).not.toContain('canary');
});
