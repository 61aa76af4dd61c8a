import { mockServices } from '@backstage/backend-test-utils';
import { ChangeFeed } from './ChangeFeed';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function start() {
  const published: unknown[] = [];
  const publishedAt: number[] = [];
  const events: unknown[] = [];
  const logger = mockServices.logger.mock();
  const feed = new ChangeFeed({
    signals: {
      publish: async signal => {
        published.push(signal);
        publishedAt.push(Date.now());
      },
    },
    events: mockServices.events.mock({
      publish: async event => {
        events.push(event);
      },
    }),
    logger,
  });
  return { feed, published, publishedAt, events, logger };
}

const signal = (topic: string) => ({
  recipients: { type: 'broadcast' },
  channel: 'klutch:changes',
  message: { topic, version: expect.any(String) },
});

it('R20: publishes once which topic changed, without names', async () => {
  const { feed, published, events } = start();
  feed.onClaimsChanged();
  await jest.advanceTimersByTimeAsync(49);
  expect(published).toEqual([]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(published).toEqual([signal('claims')]);
  expect(events).toEqual([
    {
      topic: 'klutch.changes',
      eventPayload: { topic: 'claims', version: expect.any(String) },
    },
  ]);
});

it('combines a burst into one signal', async () => {
  const { feed, published } = start();
  for (let i = 0; i < 100; i++) feed.onClaimsChanged();
  feed.onPlatformChanged();
  feed.onClaimsChanged();
  await jest.advanceTimersByTimeAsync(50);
  expect(published).toEqual([signal('platform')]);
});

it.each([
  ['rights with claims', ['onClaimsChanged', 'onRightsChanged'], 'rights'],
  ['claims with rights', ['onRightsChanged', 'onClaimsChanged'], 'rights'],
  [
    'the platform with rights',
    ['onPlatformChanged', 'onRightsChanged'],
    'platform',
  ],
] as const)('publishes %s as one topic', async (_, changes, topic) => {
  const { feed, published } = start();
  for (const change of changes) feed[change]();
  await jest.advanceTimersByTimeAsync(50);
  expect(published).toEqual([signal(topic)]);
});

it('R23: publishes at most one signal in 350 ms, and the last change too', async () => {
  const { feed, publishedAt } = start();
  for (let ms = 0; ms < 8_000; ms += 100) {
    feed.onClaimsChanged();
    await jest.advanceTimersByTimeAsync(100);
  }
  await jest.advanceTimersByTimeAsync(1_000);
  const [, ...later] = publishedAt;
  expect(later.length).toBeGreaterThan(1);
  expect(later.map((at, index) => at - (publishedAt[index] ?? NaN))).toEqual(
    later.map(() => 350),
  );
  feed.onClaimsChanged();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(publishedAt).toHaveLength(later.length + 2);
});

it('has another version after each notification, and in each process', async () => {
  const { feed, published } = start();
  const before = feed.version;
  expect(start().feed.version).not.toBe(before);
  feed.onClaimsChanged();
  expect(feed.version).toBe(before);
  await jest.advanceTimersByTimeAsync(50);
  expect(feed.version).not.toBe(before);
  expect(published).toEqual([
    expect.objectContaining({
      message: { topic: 'claims', version: feed.version },
    }),
  ]);
});

it('continues when publishing fails', async () => {
  const { feed, logger } = start();
  const failing = new ChangeFeed({
    signals: { publish: () => Promise.reject(new Error('away')) },
    events: mockServices.events.mock(),
    logger,
  });
  failing.onPlatformChanged();
  await jest.advanceTimersByTimeAsync(50);
  expect(logger.warn).toHaveBeenCalledTimes(1);
  feed.stop();
});
