import type { APIServiceBinding } from '@klutch/bind-api';
import { ApiError } from '@klutch/kube';
import { ClusterError } from '../../feedback/ClusterError';
import { annotations } from '../../markers';
import { thingBinding } from '../../testing/objects';
import { BindingBreaker } from './BindingBreaker';
import type { PendingDeletion } from './Breaker';
import { defaultDeletionLimits } from './planBreaker';

/** A binding with 40 copies, whose breaker allows 5 deletions. */
function open() {
  let binding: APIServiceBinding = thingBinding();
  const deletion = new Map<string, PendingDeletion>();
  let sent = 0;
  const breaker = new BindingBreaker({
    getBinding: () => binding,
    async writeBinding({ metadata }, change) {
      const changed = { ...metadata.annotations, ...change.annotations };
      const left = Object.entries(changed).flatMap(([name, text]) =>
        text === null ? [] : [[name, text] as const],
      );
      binding = {
        ...binding,
        metadata: { ...metadata, annotations: Object.fromEntries(left) },
      };
      return binding;
    },
    limits: defaultDeletionLimits,
    changed() {},
  });
  breaker.addSource({
    copies: () => 40,
    pendingDeletions: () => deletion.values(),
    keys: () => [],
    retry() {},
  });
  const pass = (uid: string, answer?: Error) => {
    const one = { uid, name: `team-a/${uid}` };
    deletion.set(uid, one);
    return breaker.execute(one, async () => {
      sent += 1;
      if (answer) throw answer;
      deletion.delete(uid);
    });
  };
  return {
    pass,
    async approve(count: number) {
      const { metadata } = binding;
      const approval = { [annotations.approveDeletions]: `${count}` };
      const all = { ...metadata.annotations, ...approval };
      binding = { ...binding, metadata: { ...metadata, annotations: all } };
      await breaker.review(binding);
    },
    record: () => binding.metadata.annotations?.[annotations.deletions],
    sent: () => sent,
  };
}

const refused = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' });
const failed = new ApiError({ code: 500, reason: 'x', message: 'a webhook' });
const silent = new Error('no answer');

it.each([
  ['is refused', refused],
  ['fails', failed],
  ['has no answer', silent],
])(
  'one deletion that %s counts once, however often it is retried',
  async (_how, answer) => {
    const { pass, record, sent } = open();
    for (let time = 0; time < 20; time += 1) {
      await expect(pass('a', answer)).rejects.toBe(answer);
    }
    expect(sent()).toBe(20);
    expect(record()).not.toContain('pausedAt');
    for (const uid of ['b', 'c', 'd', 'e']) {
      expect(await pass(uid)).toBe(true);
    }
    expect(await pass('a')).toBe(true);
    expect(await pass('f')).toBe(false);
  },
);

it('a rejected deletion does not use up an approval', async () => {
  const { pass, approve } = open();
  for (const uid of ['a', 'b', 'c', 'd', 'e']) await pass(uid);
  expect(await pass('f')).toBe(false);
  await approve(1);
  await expect(pass('f', failed)).rejects.toBe(failed);
  expect(await pass('g')).toBe(false);
  const thrown = new ClusterError('control plane', refused);
  await expect(pass('f', thrown)).rejects.toBe(thrown);
  expect(await pass('g')).toBe(true);
});
