import { claim } from '../__testUtils__/fixtures';
import { restartCommand, rotationStep, successorOf } from './rotation';

const old = claim('binding', 'web');
const successor = claim('binding', 'web-2', { replaces: 'web' });

it('finds the service binding that replaces another one', () => {
  expect(successorOf(old, [old, successor])).toBe(successor);
  expect(successorOf(successor, [old, successor])).toBe(undefined);
  const later = { ...old, createdAt: new Date().toISOString() };
  expect(successorOf(later, [later, successor])).toBe(undefined);
  expect(successorOf(old, [old, { ...successor, deleting: true }])).toBe(
    undefined,
  );
});

it.each([
  ['create', old, undefined, true],
  ['wait', old, { ...successor, state: 'Creating' as const }, true],
  ['failed', old, { ...successor, state: 'Failed' as const }, true],
  ['move', old, successor, true],
  ['move', old, successor, false],
  ['removed', { ...old, deleting: true }, successor, true],
  ['removed', undefined, successor, true],
  // What was not read may exist.
  ['unread', undefined, successor, false],
  ['unread', old, undefined, false],
])('is at the step %s', (step, binding, other, isComplete) => {
  expect(rotationStep(binding, other, isComplete)).toBe(step);
});

it('restarts the workloads that kubectl can restart', () => {
  expect(
    restartCommand(old, [
      { kind: 'Deployment', name: 'shop' },
      { kind: 'CronJob', name: 'report' },
      { kind: 'StatefulSet', name: 'cart' },
    ]),
  ).toBe('kubectl -n team-a rollout restart deployment/shop statefulset/cart');
  expect(restartCommand(old, [{ kind: 'Job', name: 'once' }])).toBe(undefined);
});
