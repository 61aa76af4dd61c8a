import { ApiError } from '@klutch/kube';
import { pins, thing } from '../../testing/objects';
import { hashOfIntent, planCopy } from './plan/intent';
import type { CopyTarget, SyncFacts } from './plan/model';
import type { ObjectMemory } from './memory/objectMemory';
import { PairMemories } from '../PairMemories';
import { rememberRefusal } from './apply';
import type { ReconcileScope } from './reconcileScope';

const key = 'team-a/a';
const object = thing({}, { spec: { plan: 'small' } });
const target: CopyTarget = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};

/** Remembers consecutive answers; returns the memory for the next plan. */
function after(...codes: number[]) {
  const memories = new PairMemories<ObjectMemory>();
  const scope = {
    state: { memories },
    key,
    context: { logger: { warn: () => undefined } },
  } as unknown as ReconcileScope;
  for (const code of codes) {
    const facts: SyncFacts = {
      object,
      copy: undefined,
      copyLocation: { at: 'ready', target },
      pins,
      memory: memories.of(key),
      shape: { statusSubresource: true },
      nowMs: 0,
    };
    const error = new ApiError({ code, reason: 'x', message: 'no' });
    rememberRefusal({ scope, facts }, error, 'app cluster');
  }
  return memories.of(key);
}

describe('rememberRefusal', () => {
  it('ties a rejection to the content of the object', () => {
    const hash = hashOfIntent(planCopy(object, target, pins));
    const { rejected, refused } = after(422);
    expect(rejected).toMatchObject({
      hash,
      message:
        'The app cluster rejected the object: no. Change the object to try again.',
    });
    expect(refused).toBeUndefined();
  });

  it.each([
    [403, 'Forbidden'],
    [404, 'Failing'],
    [500, 'Failing'],
  ])('counts consecutive %i', (code, state) => {
    expect(after(code, code, code).refused).toMatchObject({
      consecutiveFailures: 3,
      why: { state },
    });
  });

  it.each([409, 429, 503])('rethrows %i', code => {
    expect(() => after(code)).toThrow('no');
  });
});
