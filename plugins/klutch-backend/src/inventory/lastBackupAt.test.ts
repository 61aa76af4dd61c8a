import type { ClaimObject } from '../claimApis/claimResource';
import { lastBackupAt } from './lastBackupAt';

const day = (n: number) => `2026-11-0${n}T00:00:00Z`;

const object = (created: number, more: Partial<ClaimObject> = {}) =>
  ({
    apiVersion: 'g.io/v1',
    kind: 'Claim',
    metadata: { name: 'x', creationTimestamp: day(created) },
    ...more,
  }) as ClaimObject;

const backup = (
  created: number,
  finished: number,
  { serviceInstanceType = 'sql', ready = 'True' } = {},
) =>
  object(created, {
    spec: { instanceRef: 'db', serviceInstanceType },
    status: {
      conditions: [{ type: 'Ready', status: ready }],
      managed: { finished_at: day(finished) },
    },
  });

const instance = object(3);

it.each<[string, ClaimObject[], string | undefined]>([
  ['the newest', [backup(4, 5), backup(6, 7), backup(5, 6)], day(7)],
  ['none', [], undefined],
  [
    'none that is being deleted',
    [
      {
        ...backup(4, 5),
        metadata: { ...backup(4, 5).metadata, deletionTimestamp: day(6) },
      },
    ],
    undefined,
  ],
  [
    'the creation where the service does not say when it finished',
    [
      {
        ...backup(4, 5),
        status: { conditions: [{ type: 'Ready', status: 'True' }] },
      },
    ],
    day(4),
  ],
  ['none that failed', [backup(4, 5, { ready: 'False' })], undefined],
  ['none of an earlier instance of the name', [backup(2, 4)], undefined],
  [
    'none of another service',
    [backup(4, 5, { serviceInstanceType: 'cache' })],
    undefined,
  ],
])('is %s', (_, backups, expected) => {
  expect(lastBackupAt(instance, backups, 'sql')).toBe(expected);
});
