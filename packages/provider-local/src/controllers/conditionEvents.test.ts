import {
  available,
  creating,
  mergeConditions,
  notSynced,
  storageAbovePlan,
  synced,
  type NewCondition,
} from '../resources/conditions';
import { conditionEvents } from './conditionEvents';

const stored = (...conditions: NewCondition[]) =>
  mergeConditions([], conditions, { now: new Date(0) });

it.each<[string, NewCondition[], NewCondition[], string[]]>([
  ['the first state', [], [creating(), synced()], ['Normal Creating']],
  [
    'readiness',
    [creating(), synced()],
    [available(), synced()],
    ['Normal Available'],
  ],
  ['no progress', [creating('10 %')], [creating('20 %')], []],
  [
    'no growth above the plan',
    [storageAbovePlan('2 GB')],
    [storageAbovePlan('3 GB')],
    [],
  ],
  ['an error', [synced()], [notSynced('a')], ['Warning ReconcileError']],
  [
    'another error',
    [notSynced('a')],
    [notSynced('b')],
    ['Warning ReconcileError'],
  ],
  ['the same error once', [notSynced('a')], [notSynced('a')], []],
  [
    'the end of an error',
    [notSynced('a')],
    [synced()],
    ['Normal ReconcileSuccess'],
  ],
])('reports %s', (_, before, after, expected) => {
  const events = conditionEvents(stored(...before), stored(...after));
  expect(events.map(({ type, reason }) => `${type} ${reason}`)).toEqual(
    expected,
  );
});

it('has the message of the condition', () => {
  const [event] = conditionEvents([], stored(notSynced('Correct the plan.')));
  expect(event?.message).toBe('Correct the plan.');
});
