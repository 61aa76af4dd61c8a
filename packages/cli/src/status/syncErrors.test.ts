import type { KubeEvent, Unstructured } from '@klutch/kube';
import { syncErrorsOf, syncErrorsText } from './syncErrors';

const object = (uid: string, synced?: 'True' | 'False'): Unstructured => ({
  apiVersion: 'example.test/v1',
  kind: 'Database',
  metadata: { name: uid, namespace: 'team', uid },
  status: synced && {
    conditions: [
      {
        type: 'KonnectorSynced',
        status: synced,
        reason: 'Conflict',
        message: 'from the condition',
      },
    ],
  },
});

const event = (
  uid: string,
  second: number,
  type: 'Normal' | 'Warning',
  component = 'klutch-konnector',
): KubeEvent => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: {},
  involvedObject: { uid },
  type,
  reason: 'Rejected',
  message: 'from the event',
  lastTimestamp: `2026-01-01T00:00:0${second}Z`,
  source: { component },
});

it('takes the condition of an object, or else its last Event', () => {
  const objects = [
    object('a', 'False'),
    object('b', 'True'),
    object('c'),
    object('d'),
    object('e'),
  ];
  const events = [
    event('b', 1, 'Warning'),
    event('c', 1, 'Warning'),
    event('d', 2, 'Normal'),
    event('d', 1, 'Warning'),
    event('e', 1, 'Warning', 'other'),
  ];
  expect(syncErrorsOf([{ api: 'x', objects }], events)).toEqual([
    {
      api: 'x',
      object: 'team/a',
      reason: 'Conflict',
      message: 'from the condition',
    },
    {
      api: 'x',
      object: 'team/c',
      reason: 'Rejected',
      message: 'from the event',
    },
  ]);
});

it('prints one line each, limited, and nothing without errors', () => {
  const errors = Array.from({ length: 23 }, () => ({
    api: 'x',
    object: 'team/a',
    reason: 'Rejected',
    message: 'two\nlines',
  }));
  const lines = syncErrorsText(errors).split('\n');
  expect(lines).toHaveLength(23);
  expect(lines[1]).toMatch(/two\\nlines$/);
  expect(lines[21]).toBe('and 3 more');
  expect(syncErrorsText([])).toBe('');
});
