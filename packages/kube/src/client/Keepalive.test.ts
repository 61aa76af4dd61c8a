import { ConnectionError } from '../errors';
import { joinSignals } from '../signals';
import { defaultKeepalive, Keepalive } from './Keepalive';

const { idleMs, timeoutMs } = defaultKeepalive;
const dead = new Error('dead');

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A keepalive with a probe that the test controls. */
function keepaliveWith(answer: (signal: AbortSignal) => Promise<unknown>) {
  const probe = jest.fn(answer);
  const timeoutError = () => dead;
  return {
    probe,
    keepalive: new Keepalive({ idleMs, timeoutMs, probe, timeoutError }),
  };
}

/** A probe that never gets a response. */
const silence = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

it('R04: by default ends all streams of a silent server within 60 s', async () => {
  const { keepalive } = keepaliveWith(silence);
  const streams = [joinSignals([]), joinSignals([])];
  streams.forEach(stream => keepalive.trackStream(stream));
  await jest.advanceTimersByTimeAsync(idleMs + timeoutMs - 1);
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  await jest.advanceTimersByTimeAsync(1);
  expect(streams.map(({ signal }) => signal.reason)).toEqual([dead, dead]);
  expect(idleMs + timeoutMs).toBeLessThanOrEqual(60_000);
  expect(jest.getTimerCount()).toBe(0);
});

it('R04: probes an idle server twice a minute, for any number of streams, and an active one never', async () => {
  const { probe, keepalive } = keepaliveWith(async () => 'ok');
  const streams = Array.from({ length: 100 }, () => joinSignals([]));
  streams.forEach(stream => keepalive.trackStream(stream));
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(probe.mock.calls.length).toBeGreaterThan(100);
  expect(probe.mock.calls.length).toBeLessThanOrEqual(120);
  probe.mockClear();
  for (let passedMs = 0; passedMs < 3_600_000; passedMs += 20_000) {
    keepalive.recordActivity();
    await jest.advanceTimersByTimeAsync(20_000);
  }
  expect(probe).not.toHaveBeenCalled();
  expect(streams.some(({ signal }) => signal.aborted)).toBe(false);
  streams.forEach(stream => stream.abort());
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  ['refuses connections', 'unreachable'],
  ['cannot be signed in to', 'credentials'],
] as const)('keeps the streams of a server that %s', async (_what, failure) => {
  const error = new ConnectionError('no', { failure, server: 'x' });
  const { probe, keepalive } = keepaliveWith(() => Promise.reject(error));
  const stream = joinSignals([]);
  keepalive.trackStream(stream);
  await jest.advanceTimersByTimeAsync(10 * idleMs);
  expect(probe).toHaveBeenCalledTimes(10);
  expect(stream.signal.aborted).toBe(false);
});

it('keeps streams that receive an event during the probe', async () => {
  const { keepalive } = keepaliveWith(silence);
  const stream = joinSignals([]);
  keepalive.trackStream(stream);
  await jest.advanceTimersByTimeAsync(idleMs + 1);
  keepalive.recordActivity();
  await jest.advanceTimersByTimeAsync(timeoutMs);
  expect(stream.signal.aborted).toBe(false);
});

it('counts the silence of a stream from its opening', async () => {
  const { probe, keepalive } = keepaliveWith(async () => 'ok');
  const first = joinSignals([]);
  keepalive.trackStream(first);
  await jest.advanceTimersByTimeAsync(idleMs - 1);
  first.abort();
  keepalive.trackStream(joinSignals([]));
  await jest.advanceTimersByTimeAsync(idleMs - 1);
  expect(probe).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(probe).toHaveBeenCalledTimes(1);
});
