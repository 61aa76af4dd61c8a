import { waitFor, waitForValue, WaitTimeoutError } from './waitFor';

describe('waitFor', () => {
  const quick = { what: 'the moon is full', timeoutMs: 1_000, intervalMs: 1 };

  it('polls until the condition is true, and treats errors as "not yet"', async () => {
    let calls = 0;
    await waitFor(() => {
      calls += 1;
      if (calls === 1) throw new Error('not there');
      return calls === 3;
    }, quick);
    expect(calls).toBe(3);
  });

  it('reports the awaited condition, and the last error', async () => {
    const waiting = waitFor(() => Promise.reject(new Error('clouds')), {
      ...quick,
      timeoutMs: 5,
    });
    await expect(waiting).rejects.toThrow(WaitTimeoutError);
    await expect(waiting).rejects.toThrow(
      /did not happen: the moon is full\. Last error: clouds/,
    );
  });

  it('ends with the reason of the signal', async () => {
    const stop = new AbortController();
    const waiting = waitFor(() => false, {
      ...quick,
      timeoutMs: 60_000,
      intervalMs: 60_000,
      signal: stop.signal,
    });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('waitForValue', () => {
  const options = { what: 'there is a value', timeoutMs: 1_000, intervalMs: 1 };

  it('returns the first value', async () => {
    const read = jest.fn(async () => 'value');
    read.mockRejectedValueOnce(new Error('not there'));
    read.mockResolvedValueOnce('');
    expect(await waitForValue(read, options)).toBe('value');
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('reports what was awaited', async () => {
    const waiting = waitForValue(async () => undefined, {
      ...options,
      timeoutMs: 5,
    });
    await expect(waiting).rejects.toThrow(/did not happen: there is a value/);
  });
});
