import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { isAffected, queryKeys } from '../api/queryKeys';
import { QueryInvalidator } from './QueryInvalidator';

const changed = { topic: 'claims' } as const;

describe('isAffected', () => {
  it('marks lists and details of claims as affected by a claims signal', () => {
    const key = { cluster: 'c', namespace: 'n', resource: 'r', name: 'n' };
    expect(isAffected(queryKeys.claims({ cluster: 'c' }), changed)).toBe(true);
    expect(isAffected(queryKeys.claim(key), changed)).toBe(true);
    expect(isAffected(queryKeys.claimActivity(key), changed)).toBe(true);
    expect(isAffected(queryKeys.services, changed)).toBe(false);
  });

  it('marks claims and what the user may create as affected by a signal of rights', () => {
    const rights = { topic: 'rights' } as const;
    for (const key of [
      queryKeys.claims({}),
      queryKeys.serviceAccess,
      queryKeys.namespaces('c', 'r'),
    ]) {
      expect(isAffected(key, rights)).toBe(true);
    }
    expect(isAffected(queryKeys.services, rights)).toBe(false);
    expect(isAffected(queryKeys.serviceAccess, changed)).toBe(false);
  });

  it('marks everything except the user and dry runs as affected by a platform signal', () => {
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
    const responses: ((response: number) => void)[] = [];
    const observer = new QueryObserver(client, {
      queryKey: queryKeys.claims({}),
      queryFn: () => new Promise<number>(resolve => responses.push(resolve)),
      retry: false,
    });
    observer.subscribe(() => {});
    return {
      client,
      invalidator: new QueryInvalidator(client),
      observer,
      responses,
    };
  }

  it('refetches once more when signals arrive during a fetch', async () => {
    const { invalidator, observer, responses } = setUp();
    responses[0]?.(0);
    await waitFor(() => expect(observer.getCurrentResult().data).toBe(0));
    const invalidated = invalidator.invalidate(changed);
    void invalidator.invalidate(changed);
    void invalidator.invalidate({ topic: 'platform' });
    await waitFor(() => expect(responses).toHaveLength(2));
    responses[1]?.(1);
    await waitFor(() => expect(responses).toHaveLength(3));
    responses[2]?.(2);
    await invalidated;
    expect(observer.getCurrentResult().data).toBe(2);
    expect(responses).toHaveLength(3);
  });

  it('R23: runs one fetch at a time although another query has failed permanently', async () => {
    const { client, invalidator, observer, responses } = setUp();
    responses[0]?.(0);
    await waitFor(() => expect(observer.getCurrentResult().data).toBe(0));
    const failed = client.fetchQuery({
      queryKey: queryKeys.service('gone'),
      queryFn: () => Promise.reject(new Error('gone')),
      retry: false,
    });
    await expect(failed).rejects.toThrow('gone');

    const invalidated = invalidator.invalidate(changed);
    for (let i = 0; i < 5; i++) void invalidator.invalidate(changed);
    await waitFor(() => expect(responses).toHaveLength(2));
    responses[1]?.(1);
    await waitFor(() => expect(responses).toHaveLength(3));
    responses[2]?.(2);
    await invalidated;
    expect(responses).toHaveLength(3);
  });
});
