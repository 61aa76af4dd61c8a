import { silentLogger } from '../Logger';
import { CacheHealth } from './Cache';
import { HealthRecord } from './HealthRecord';
import { initialWatchState, WatchState } from './watchState';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const watching: WatchState = {
  phase: 'watching',
  resourceVersion: '1',
  attempt: 0,
  pagesUntilMs: 0,
};

it('reports the time in the state, independent of received events', () => {
  const reported: CacheHealth[] = [];
  const record = new HealthRecord('notes', silentLogger, undefined, health =>
    reported.push(health),
  );
  record.recordState(initialWatchState, true);
  const since = new Date();
  for (let page = 0; page < 3; page += 1) {
    jest.advanceTimersByTime(1_000);
    record.recordActivity();
    record.recordState(initialWatchState, true);
  }
  expect(record.current).toMatchObject({
    state: 'listing',
    since,
    lastEventAt: new Date(),
  });
  record.recordState(watching, true);
  expect(record.current).toMatchObject({
    state: 'watching',
    since: new Date(),
  });
  expect(reported).toHaveLength(2);
});

it('is connecting until the stream is open, then watching', () => {
  const reported: CacheHealth[] = [];
  const record = new HealthRecord('notes', silentLogger, undefined, health =>
    reported.push(health),
  );
  const lastEventAt = new Date();
  record.recordActivity();
  record.recordState({ ...watching, phase: 'checking' }, false);
  const since = new Date();
  jest.advanceTimersByTime(1_000);
  record.recordState(watching, false);
  expect(record.current).toMatchObject({
    state: 'connecting',
    since,
  });
  record.recordState(watching, true);
  expect(record.current).toMatchObject({
    state: 'watching',
    since: new Date(),
    lastEventAt,
  });
  expect(reported.map(({ state }) => state)).toEqual([
    'connecting',
    'watching',
  ]);
});

it('shows the latest message of a reason, and reports the reason once', () => {
  const reported: CacheHealth[] = [];
  const record = new HealthRecord('notes', silentLogger, undefined, health =>
    reported.push(health),
  );
  const waitingFor = (message: string): WatchState => ({
    phase: 'waiting',
    delayMs: 1,
    failure: { kind: 'forbidden', reason: 'Forbidden', message },
    next: { do: 'list', mode: 'stream' },
    attempt: 1,
    pagesUntilMs: 0,
  });
  record.recordState(waitingFor('alice may not list'), false);
  const since = new Date();
  jest.advanceTimersByTime(1_000);
  record.recordState(waitingFor('bob may not list'), false);
  expect(record.current).toMatchObject({
    state: 'waiting',
    reason: 'Forbidden',
    message: 'bob may not list',
    since,
  });
  expect(reported).toHaveLength(1);
});
