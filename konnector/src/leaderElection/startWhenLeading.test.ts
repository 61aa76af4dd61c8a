import type { Controller } from '@klutch/kube';
import type { ReplicaLeadership } from './ReplicaLeadership';
import { startWhenLeading } from './startWhenLeading';

const flushPromises = () => new Promise(setImmediate);

/** A controller that starts once this process is the leader and `ready` has resolved. */
function waiting() {
  const state = { started: 0, stopped: 0, lead: () => {}, know: () => {} };
  const stop = new AbortController();
  const leadership: Pick<ReplicaLeadership, 'onStartedLeading'> = {
    onStartedLeading(start) {
      state.lead = () => start(stop.signal);
    },
  };
  const controller: Pick<Controller, 'start' | 'stopped'> = {
    start: () => void (state.started += 1),
    stopped: async () => void (state.stopped += 1),
  };
  const started = startWhenLeading({
    leadership: leadership as ReplicaLeadership,
    controllers: [controller as Controller],
    ready: new Promise(resolve => (state.know = resolve)),
    signal: stop.signal,
  });
  return { state, stop, started };
}

it('starts controllers once this process leads and their data are known, in any order', async () => {
  for (const [first, second] of [
    ['lead', 'know'],
    ['know', 'lead'],
  ] as const) {
    const { state, started } = waiting();
    state[first]();
    await flushPromises();
    expect(state.started).toBe(0);
    state[second]();
    await flushPromises();
    expect(state.started).toBe(1);
    await started.stopped();
    expect(state.stopped).toBe(1);
  }
});

it('starts none after the signal has aborted, and resolves then', async () => {
  const { state, stop, started } = waiting();
  state.lead();
  stop.abort();
  state.know();
  await flushPromises();
  await started.stopped();
  expect(state).toMatchObject({ started: 0, stopped: 0 });
});
