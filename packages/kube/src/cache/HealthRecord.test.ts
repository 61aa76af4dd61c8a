import { silentLogger } from '../Logger';
import { CacheHealth } from './Cache';
import { HealthRecord } from './HealthRecord';
import { initialWatchState, WatchState } from './watchState';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('says for how long the cache has been in its state, whatever was heard in between', () => {
  const told: CacheHealth[] = [];
  const record = new HealthRecord('notes', silentLogger, undefined, health =>
    told.push(health),
  );
  const watching: WatchState = {
    phase: 'watching',
    resourceVersion: '1',
    attempt: 0,
    pagesUntilMs: 0,
  };
  record.moved(initialWatchState);
  for (let page = 0; page < 3; page += 1) {
    jest.advanceTimersByTime(1_000);
    record.heard();
    record.moved(initialWatchState);
  }
  expect(record.current).toMatchObject({
    state: 'listing',
    stateAgeMs: 3_000,
    lastEventAgeMs: 0,
  });
  record.moved(watching);
  expect(record.current).toMatchObject({ state: 'watching', stateAgeMs: 0 });
  expect(told.map(({ stateAgeMs }) => stateAgeMs)).toEqual([0, 0]);
});
