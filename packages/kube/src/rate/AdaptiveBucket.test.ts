import fc from 'fast-check';
import { AdaptiveBucket } from './AdaptiveBucket';

const limits = { qps: 100, burst: 200 };
const refused = { code: 429 };
const content = { code: 200 };

/** A bucket at time 0, and the number of tokens that it gives at a time. */
function makeBucket() {
  const bucket = new AdaptiveBucket(limits, 0);
  const drain = (now: number) => {
    let taken = 0;
    while (bucket.tryTake(now)) taken += 1;
    return taken;
  };
  return { bucket, drain };
}

describe('AdaptiveBucket', () => {
  it('grants its burst at once, then its rate, and saves no more than a burst', () => {
    const { drain } = makeBucket();
    expect(drain(0)).toBe(200);
    expect(drain(1000)).toBe(100);
    expect(drain(1005)).toBe(0);
    expect(drain(1010)).toBe(1);
    expect(drain(100_000)).toBe(200);
  });

  it('returns the time until the next token', () => {
    const { bucket, drain } = makeBucket();
    expect(bucket.msUntilNext(0)).toBe(0);
    drain(0);
    expect(bucket.msUntilNext(0)).toBeCloseTo(10);
    expect(bucket.msUntilNext(4)).toBeCloseTo(6);
  });

  it.each([429, 503])('halves rate and burst after %d', code => {
    const { bucket, drain } = makeBucket();
    bucket.observe({ code }, 0, 0);
    expect(bucket.rate).toBe(50);
    expect(drain(0)).toBe(100);
    expect(drain(1000)).toBe(50);
  });

  it('counts refusals of concurrent requests as one', () => {
    const { bucket } = makeBucket();
    for (let now = 0; now < 1000; now += 10) bucket.observe(refused, now, 0);
    expect(bucket.rate).toBe(50);
    bucket.observe(refused, 1000, 0);
    expect(bucket.rate).toBe(25);
  });

  it('never falls below the lowest rate', () => {
    const { bucket } = makeBucket();
    for (let run = 0; run < 20; run += 1)
      bucket.observe(refused, run * 1000, 0);
    expect(bucket.rate).toBe(1);
  });

  it.each([
    [0, 2000],
    [0.5, 2100],
    [1, 2200],
  ])('with jitter %d holds 2 s until %d ms', (random, until) => {
    const { bucket, drain } = makeBucket();
    bucket.observe({ code: 429, retryAfterSeconds: 2 }, 0, random);
    expect(bucket.msUntilNext(0)).toBe(until);
    expect(drain(until - 1)).toBe(0);
    expect(drain(until)).toBe(1);
  });

  it('resumes after a hold with one token and the lowered rate, even when it was empty before', () => {
    const { bucket, drain } = makeBucket();
    drain(0);
    bucket.observe({ code: 503, retryAfterSeconds: 1 }, 0, 0);
    expect(drain(1000)).toBe(1);
    expect(drain(1019)).toBe(0);
    expect(drain(1020)).toBe(1);
    expect(drain(2020)).toBe(50);
  });

  it('is never held shorter by a later Retry-After', () => {
    const { bucket, drain } = makeBucket();
    bucket.observe({ code: 429, retryAfterSeconds: 5 }, 0, 0);
    bucket.observe({ code: 429, retryAfterSeconds: 1 }, 100, 0);
    expect(drain(4999)).toBe(0);
    bucket.observe({ code: 429, retryAfterSeconds: 5 }, 1000, 0);
    expect(drain(5999)).toBe(0);
    expect(drain(6000)).toBe(1);
  });

  it('ignores responses to requests sent before a hold', () => {
    const { bucket } = makeBucket();
    bucket.observe({ code: 429, retryAfterSeconds: 5 }, 0, 0);
    bucket.observe(refused, 3000, 0);
    bucket.observe(content, 3000, 0);
    expect(bucket.rate).toBe(50);
  });

  it('holds no longer than five minutes, whatever Retry-After is', () => {
    const { bucket, drain } = makeBucket();
    bucket.observe({ code: 503, retryAfterSeconds: 1e12 }, 0, 0);
    expect(drain(300_000)).toBe(1);
  });

  it.each([0, -1, NaN])('is not held by a Retry-After of %d', seconds => {
    const { bucket } = makeBucket();
    bucket.observe({ code: 429, retryAfterSeconds: seconds }, 0, 0);
    expect(bucket.msUntilNext(0)).toBe(0);
  });

  it('is not held by a Retry-After of other responses', () => {
    const { bucket } = makeBucket();
    bucket.observe({ code: 500, retryAfterSeconds: 5 }, 0, 0);
    expect(bucket.msUntilNext(0)).toBe(0);
  });

  it('grows by the same amount each second of full use, up to its rate', () => {
    const { bucket, drain } = makeBucket();
    bucket.observe(refused, 0, 0);
    drain(0);
    const rates: number[] = [];
    for (let now = 10; now <= 12_000; now += 10) {
      for (let taken = drain(now); taken > 0; taken -= 1) {
        bucket.observe(content, now, 0);
      }
      if (now % 1000 === 0) rates.push(Math.round(bucket.rate));
    }
    expect(rates.slice(0, 4)).toEqual([55, 60, 65, 70]);
    expect(rates.at(-1)).toBe(100);
  });

  it.each([0, 500, 504])('is not changed by code %d', code => {
    const { bucket } = makeBucket();
    bucket.observe(refused, 0, 0);
    bucket.observe({ code }, 10, 0);
    expect(bucket.rate).toBe(50);
  });

  it.each([undefined, 5])(
    'is not changed by a 429 about one resource (Retry-After %p)',
    retryAfterSeconds => {
      const { bucket } = makeBucket();
      bucket.observe(refused, 0, 0);
      const reason = 'TooManyRequests';
      bucket.observe({ code: 429, reason, retryAfterSeconds }, 2000, 0);
      expect(bucket.rate).toBe(50);
      expect(bucket.msUntilNext(2000)).toBe(0);
    },
  );

  it('is lowered by a 429 of a proxy, whose body is no status', () => {
    const { bucket } = makeBucket();
    bucket.observe({ code: 429, reason: 'Unknown' }, 0, 0);
    expect(bucket.rate).toBe(50);
  });

  it.each([404, 409, 422])(
    'grows by code %d: the server processed the request',
    code => {
      const { bucket } = makeBucket();
      bucket.observe(refused, 0, 0);
      bucket.observe({ code }, 10, 0);
      expect(bucket.rate).toBeGreaterThan(50);
    },
  );

  it('never grants more than burst and rate allow, and nothing during a hold', () => {
    const anyStep = fc.record({
      afterMs: fc.nat(300),
      takes: fc.nat(50),
      code: fc.constantFrom(0, 200, 429, 503),
      retryAfterSeconds: fc.option(fc.nat(3), { nil: undefined }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyStep), steps => {
        const { bucket } = makeBucket();
        let now = 0;
        let given = 0;
        let heldUntil = 0;
        for (const { afterMs, takes, random, ...response } of steps) {
          now += afterMs;
          for (let take = 0; take < takes; take += 1) {
            if (!bucket.tryTake(now)) continue;
            given += 1;
            expect(now).toBeGreaterThanOrEqual(heldUntil);
          }
          bucket.observe(response, now, random);
          if (response.code === 429 || response.code === 503) {
            const holdMs = (response.retryAfterSeconds ?? 0) * 1000;
            heldUntil = Math.max(heldUntil, now + holdMs);
          }
          expect(bucket.rate).toBeLessThanOrEqual(limits.qps);
          expect(bucket.rate).toBeGreaterThanOrEqual(1);
          const oneAHold = steps.length;
          expect(given).toBeLessThanOrEqual(
            limits.burst + (now / 1000) * limits.qps + oneAHold,
          );
        }
      }),
    );
  });
});
