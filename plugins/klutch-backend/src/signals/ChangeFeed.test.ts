import { mockServices } from '@backstage/backend-test-utils';
import { ChangeFeed } from './ChangeFeed';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function start() {
  const published: unknown[] = [];
  const events: unknown[] = [];
  const logger = mockServices.logger.mock();
  const feed = new ChangeFeed({
    signals: {
      publish: async ({ recipients, channel, message }) => {
        published.push({ recipients, channel, message });
      },
    },
    events: mockServices.events.mock({
      publish: async event => {
        events.push(event);
      },
    }),
    logger,
  });
  return { feed, published, events, logger };
}

it('makes one signal of a burst, for each namespace', async () => {
  const { feed, published, events } = start();
  for (let i = 0; i < 100; i++) feed.claims('apps', i % 2 ? 'a' : 'b');
  feed.platform();
  await jest.advanceTimersByTimeAsync(149);
  expect(published).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  const to = { recipients: { type: 'broadcast' }, channel: 'klutch:changes' };
  expect(published).toEqual([
    { ...to, message: { topic: 'claims', cluster: 'apps', namespace: 'b' } },
    { ...to, message: { topic: 'claims', cluster: 'apps', namespace: 'a' } },
    { ...to, message: { topic: 'platform' } },
  ]);
  expect(events).toHaveLength(3);
});

it('tells of what time alone will change, at the earliest time', async () => {
  const { feed, published } = start();
  feed.claimsLater('apps', 'a', 60_000);
  feed.claimsLater('apps', 'a', 20_000);
  feed.claimsLater('apps', 'a', 40_000);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(published).toEqual([]);
  await jest.advanceTimersByTimeAsync(150);
  expect(published).toHaveLength(1);
});

it('says a signal again for pages that are only being connected, until there is a newer one', async () => {
  const { feed, published, events } = start();
  feed.platform();
  await jest.advanceTimersByTimeAsync(150 + 3_000);
  expect(published).toHaveLength(2);
  feed.platform();
  await jest.advanceTimersByTimeAsync(150);
  expect(published).toHaveLength(3);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(published).toHaveLength(6);
  expect(events).toHaveLength(2);
});

it('goes on when nobody can be told', async () => {
  const { feed, logger } = start();
  const failing = new ChangeFeed({
    signals: { publish: () => Promise.reject(new Error('away')) },
    events: mockServices.events.mock(),
    logger,
  });
  failing.platform();
  await jest.advanceTimersByTimeAsync(150);
  expect(logger.warn).toHaveBeenCalledTimes(1);
  feed.stop();
});
