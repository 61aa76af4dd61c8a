import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { isAffected, queryKeys } from './queryKeys';
import { QueryInvalidator } from './QueryInvalidator';

const changed = { topic: 'claims' } as const;

describe('isAffected', () => {
  it('makes lists and details of claims old when claims change', () => {
    const key = { cluster: 'c', namespace: 'n', resource: 'r', name: 'n' };
    expect(isAffected(queryKeys.claims({ cluster: 'c' }), changed)).toBe(true);
    expect(isAffected(queryKeys.claim(key), changed)).toBe(true);
    expect(isAffected(queryKeys.services, changed)).toBe(false);
  });

  it('makes everything but the person and checks old when the platform changes', () => {
    const platform = { topic: 'platform' } as const;
    expect(isAffected(queryKeys.services, platform)).toBe(true);
    expect(isAffected(queryKeys.claims({}), platform)).toBe(true);
    expect(isAffected(queryKeys.me, platform)).toBe(false);
    expect(isAffected(['other', 'claims', {}], platform)).toBe(false);
  });
});

describe('QueryInvalidator', () => {
  function setUp() {
    const client = new QueryClient();
    const answers: ((answer: number) => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey: queryKeys.claims({}),
      queryFn: () => new Promise<number>(resolve => answers.push(resolve)),
      retry: false,
    });
    observer.subscribe(() => {});
    return {
      client,
      invalidator: new QueryInvalidator(client),
      observer,
      answers,
    };
  }

  it('asks once more when signals come while the answer is on its way', async () => {
    const { invalidator, observer, answers } = setUp();
    answers[0]?.(0);
    await waitFor(() => expect(observer.getCurrentResult().data).toBe(0));
    const invalidated = invalidator.invalidate(changed);
    void invalidator.invalidate(changed);
    void invalidator.invalidate({ topic: 'platform' });
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(1);
    await waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.(2);
    await invalidated;
    expect(observer.getCurrentResult().data).toBe(2);
    expect(answers).toHaveLength(3);
  });

  it('R23: asks once at a time though another answer failed for good', async () => {
    const { client, invalidator, observer, answers } = setUp();
    answers[0]?.(0);
    await waitFor(() => expect(observer.getCurrentResult().data).toBe(0));
    const failed = client.fetchQuery({
      queryKey: queryKeys.service('gone'),
      queryFn: () => Promise.reject(new Error('gone')),
      retry: false,
    });
    await expect(failed).rejects.toThrow('gone');

    const invalidated = invalidator.invalidate(changed);
    for (let i = 0; i < 5; i++) void invalidator.invalidate(changed);
    await waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.(1);
    await waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.(2);
    await invalidated;
    expect(answers).toHaveLength(3);
  });
});
