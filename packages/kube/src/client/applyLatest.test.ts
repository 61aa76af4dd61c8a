import { eventually } from '../testing/eventually';
import { Deferred, deferred } from '../wait';
import { applyLatest } from './applyLatest';

let stop: AbortController;
let begun: string[];
let ended: string[];
let failures: unknown[];
let blocked: Map<string, Deferred<void>>;

beforeEach(() => {
  stop = new AbortController();
  begun = [];
  ended = [];
  failures = [];
  blocked = new Map();
});
afterEach(() => stop.abort());

const block = (value: string) => {
  const gate = deferred<void>();
  blocked.set(value, gate);
  return gate;
};

const apply = async (value: string) => {
  begun.push(value);
  await blocked.get(value)?.promise;
  ended.push(value);
};

const offerTo = (
  backoff = { baseMs: 1, capMs: 1 },
  applyValue: (value: string, superseded: AbortSignal) => Promise<void> = apply,
) =>
  applyLatest<string>({
    apply: applyValue,
    onFailure: error => failures.push(error),
    backoff,
    signal: stop.signal,
  });

it('applies one value at a time, and then the latest offered one', async () => {
  const offer = offerTo();
  const first = block('one');
  offer('one');
  offer('two');
  offer('three');
  expect(begun).toEqual(['one']);
  first.resolve();
  await eventually('the latest value is applied', () =>
    ended.includes('three'),
  );
  expect(begun).toEqual(['one', 'three']);
  offer('four');
  await eventually('a later value is applied', () => ended.includes('four'));
  expect(ended).toEqual(['one', 'three', 'four']);
});

it('retries a value until it is applied', async () => {
  let left = 3;
  const offer = offerTo(undefined, async value => {
    left -= 1;
    if (left >= 0) throw new Error('not now');
    await apply(value);
  });
  offer('one');
  await eventually('the value is applied', () => ended.length > 0);
  expect(failures).toEqual(Array(3).fill(new Error('not now')));
  expect(begun).toEqual(['one']);
});

it('stops waiting for a retry when there is a newer value', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const hour = 3_600_000;
  const offer = offerTo({ baseMs: hour, capMs: hour });
  block('one').reject(new Error('never'));
  offer('one');
  await eventually('the first attempt has failed', () => failures.length === 1);
  offer('two');
  await eventually('the newer value is applied', () => ended.includes('two'));
  expect(begun).toEqual(['one', 'two']);
});

it('does not report a failed value when there is a newer one', async () => {
  const offer = offerTo();
  const first = block('one');
  offer('one');
  offer('two');
  first.reject(new Error('never'));
  await eventually('the newer value is applied', () => ended.includes('two'));
  expect(failures).toEqual([]);
});

it('ends with its signal', async () => {
  const offer = offerTo();
  const first = block('one');
  offer('one');
  stop.abort();
  first.reject(new Error('never'));
  await eventually('the first call has ended', async () => {
    await first.promise.catch(() => undefined);
    return true;
  });
  offer('two');
  expect(begun).toEqual(['one']);
  expect(failures).toEqual([]);
});
