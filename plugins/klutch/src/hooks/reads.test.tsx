import { TestApiProvider } from '@backstage/frontend-test-utils';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { claim, claimDetail } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { klutchApiRef } from '../api/klutchApi';
import type { ClaimDetail } from '../api/types';
import { useClaimEvents, useClaimTrace } from './useQueries';

const instance = claimDetail(claim('instance', 'orders-db'));
const creating: ClaimDetail = { ...instance, state: 'Creating' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

function setVisibility(state: 'visible' | 'hidden') {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Renders the hook for the claim as it is now. */
function read(useHook: (of: ClaimDetail) => unknown) {
  const portal = new FakePortal();
  portal.claims = [instance];
  const client = new QueryClient();
  const { rerender } = renderHook(useHook, {
    initialProps: creating,
    wrapper: ({ children }: { children: ReactNode }) => (
      <TestApiProvider apis={[[klutchApiRef, portal.client]]}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </TestApiProvider>
    ),
  });
  return { calls: portal.calls, portal, rerender };
}

it('events are read with each change of the claim, and less often once it is ready', async () => {
  const { calls, rerender } = read(useClaimEvents);
  await pass(10_500);
  expect(calls).toHaveLength(2);
  rerender(creating);
  await pass(0);
  expect(calls).toHaveLength(2);
  rerender(instance);
  await pass(0);
  expect(calls).toHaveLength(3);
  await pass(59_000);
  expect(calls).toHaveLength(3);
  await pass(2_000);
  expect(calls).toHaveLength(4);
});

it('a trace is read with each change of the claim, often while something waits, and not in a hidden tab', async () => {
  const { calls, portal, rerender } = read(of =>
    useClaimTrace(of, { enabled: true }),
  );
  await pass(59_000);
  expect(calls).toHaveLength(1);
  portal.trace = {
    objects: [
      {
        location: 'appCluster',
        depth: 0,
        apiVersion: 'v1',
        kind: instance.kind,
        name: instance.name,
        waits: true,
        conditions: [],
      },
    ],
  };
  rerender(instance);
  await pass(0);
  expect(calls).toHaveLength(2);
  await pass(10_500);
  expect(calls).toHaveLength(3);
  setVisibility('hidden');
  await pass(120_000);
  expect(calls).toHaveLength(3);
  setVisibility('visible');
});

it('a trace that nobody asked for is not read', async () => {
  const { calls, rerender } = read(of => useClaimTrace(of, { enabled: false }));
  rerender(instance);
  await pass(61_000);
  expect(calls).toEqual([]);
});
