import { until } from '../testing/until';
import { Deferred, deferred } from '../wait';
import { takeUpLatest } from './takeUpLatest';

let stop: AbortController;
let begun: string[];
let ended: string[];
let failures: unknown[];
let holds: Map<string, Deferred<void>>;

beforeEach(() => {
  stop = new AbortController();
  begun = [];
  ended = [];
  failures = [];
  holds = new Map();
});
afterEach(() => stop.abort());

const hold = (value: string) => {
  const held = deferred<void>();
  holds.set(value, held);
  return held;
};

const take = async (value: string) => {
  begun.push(value);
  await holds.get(value)?.promise;
  ended.push(value);
};

const offerTo = (
  backoff = { baseMs: 1, capMs: 1 },
  taking: (value: string, superseded: AbortSignal) => Promise<void> = take,
) =>
  takeUpLatest<string>({
    take: taking,
    onFailure: error => failures.push(error),
    backoff,
    signal: stop.signal,
  });

it('takes up one value at a time, and of those offered meanwhile the latest', async () => {
  const offer = offerTo();
  const first = hold('one');
  offer('one');
  offer('two');
  offer('three');
  expect(begun).toEqual(['one']);
  first.resolve();
  await until('the latest is taken up', () => ended.includes('three'));
  expect(begun).toEqual(['one', 'three']);
  offer('four');
  await until('a later one is taken up', () => ended.includes('four'));
  expect(ended).toEqual(['one', 'three', 'four']);
});

it('tries a value again until it is taken up', async () => {
  let left = 3;
  const offer = offerTo(undefined, async value => {
    left -= 1;
    if (left >= 0) throw new Error('not now');
    await take(value);
  });
  offer('one');
  await until('it is taken up', () => ended.length > 0);
  expect(failures).toEqual(Array(3).fill(new Error('not now')));
  expect(begun).toEqual(['one']);
});

it('waits with a value that failed only until there is a newer one', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const hour = 3_600_000;
  const offer = offerTo({ baseMs: hour, capMs: hour });
  hold('one').reject(new Error('never'));
  offer('one');
  await until('it has failed', () => failures.length === 1);
  offer('two');
  await until('the newer one is taken up', () => ended.includes('two'));
  expect(begun).toEqual(['one', 'two']);
});

it('says nothing of a value that failed when there is a newer one', async () => {
  const offer = offerTo();
  const first = hold('one');
  offer('one');
  offer('two');
  first.reject(new Error('never'));
  await until('the newer one is taken up', () => ended.includes('two'));
  expect(failures).toEqual([]);
});

it('ends with its signal', async () => {
  const offer = offerTo();
  const first = hold('one');
  offer('one');
  stop.abort();
  first.reject(new Error('never'));
  await until('it has ended', async () => {
    await first.promise.catch(() => undefined);
    return true;
  });
  offer('two');
  expect(begun).toEqual(['one']);
  expect(failures).toEqual([]);
});
