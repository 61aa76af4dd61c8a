import { onceUnlessFailed } from './onceUnlessFailed';

afterEach(() => jest.restoreAllMocks());

it('runs one attempt for all callers and caches its result', async () => {
  const make = jest.fn(async () => ({}));
  const get = onceUnlessFailed(make);
  const [one, two] = await Promise.all([get(), get()]);
  expect(one).toBe(two);
  await expect(get()).resolves.toBe(one);
  expect(make).toHaveBeenCalledTimes(1);
});

it('tries again after a failure, which all waiting callers receive', async () => {
  const make = jest
    .fn<Promise<number>, []>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue(1);
  const get = onceUnlessFailed(make);
  const results = await Promise.allSettled([get(), get()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(get()).resolves.toBe(1);
  expect(make).toHaveBeenCalledTimes(2);
});

it('runs again when the cached result has expired', async () => {
  let attempts = 0;
  const get = onceUnlessFailed(async () => ++attempts, 1000);
  const time = jest.spyOn(Date, 'now').mockReturnValue(0);
  await get();
  time.mockReturnValue(999);
  await expect(get()).resolves.toBe(1);
  time.mockReturnValue(1000);
  await expect(get()).resolves.toBe(2);
});
