import type { Controller } from '@klutch/kube';
import type { ReplicaLeadership } from './ReplicaLeadership';
import { startWhenLeading } from './startWhenLeading';

/** A controller that starts once this process is the leader. */
function waiting() {
  const state = { started: 0, stopped: 0, lead: () => {} };
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
    signal: stop.signal,
  });
  return { state, stop, started };
}

it('starts controllers once this process leads', async () => {
  const { state, started } = waiting();
  expect(state.started).toBe(0);
  state.lead();
  expect(state.started).toBe(1);
  await started.stopped();
  expect(state.stopped).toBe(1);
});

it('starts none after the signal has aborted, and resolves then', async () => {
  const { state, stop, started } = waiting();
  stop.abort();
  state.lead();
  await started.stopped();
  expect(state).toMatchObject({ started: 0, stopped: 0 });
});
