import { annotations } from '../markers';
import { thingBinding } from '../testing/objects';
import { deletionsPausedCondition } from './deletionsPausedCondition';

const pause = {
  waiting: 12,
  examples: ['team-a/one', 'team-a/two'],
  limit: 5,
  windowMs: 600_000,
};
const { metadata } = thingBinding();
const approvedBy = (value: string) =>
  thingBinding({
    metadata: {
      ...metadata,
      annotations: { [annotations.approveDeletions]: value },
    },
  });
const messageOf = (...args: Parameters<typeof deletionsPausedCondition>) => {
  const result = deletionsPausedCondition(...args);
  return result && !result.ok ? result.message : undefined;
};

it('is undefined while no deletion waits', () => {
  expect(deletionsPausedCondition(thingBinding(), undefined)).toBeUndefined();
});

it('reports how many deletions wait, which, and how to approve them', () => {
  expect(messageOf(thingBinding(), pause)).toMatchInlineSnapshot(
    `"Deletions wait for approval, because there were more than 5 within 10 minutes; everything else is synced. 12 wait: team-a/one, team-a/two, …. These are the objects with a deletionTimestamp, and claimed objects that are gone already. To delete that many copies for good: kubectl -n klutch-bind annotate apiservicebinding things.example.com klutch.anynines.com/approve-deletions=12. To keep a copy, annotate its object with klutch.anynines.com/deletion=keep, or create the object again if it is gone."`,
  );
});

it('reports an approval that is not a number', () => {
  expect(messageOf(approvedBy('yes'), pause)).toContain(
    '"yes" is not a number',
  );
  expect(messageOf(approvedBy('5'), pause)).not.toContain('not a number');
});
