/** From any state, executing plans until there are none brings the copy in sync, and then nothing is written. */
import fc from 'fast-check';
import { annotations } from '../../markers';
import { applyMergePatch } from '../../testing/__testUtils__/applyMergePatch';
import { pins, thing } from '../../testing/objects';
import { isApplied, planCopy } from './plan/intent';
import type { Change, CopyTarget, SyncFacts } from './plan/model';
import { planAdoptReleased } from './adoption/planOrigin';
import { planSwap } from './plan/planSwap';
import { planSync } from './plan/planSync';

const target: CopyTarget = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};

/** Like servers: a forced apply overwrites other managers' fields with ours. */
function applied(facts: SyncFacts, change: Change): Partial<SyncFacts> {
  switch (change.change) {
    case 'ensure-finalizer':
    case 'status':
      return { object: applyMergePatch(facts.object, change.patch) };
    case 'take-over':
      return {
        copy: applyMergePatch(
          facts.copy!,
          planSwap(facts.copy!, change.intent),
        ),
      };
    case 'adopt-released':
      return {
        copy: applyMergePatch(
          facts.copy!,
          planAdoptReleased(facts.copy!, change.intent),
        ),
      };
    default:
      return {
        copy: applyMergePatch(
          facts.copy ?? thing({ uid: 'c1' }),
          change.intent,
        ),
      };
  }
}

const text = fc.constantFrom('a', 'b', 'c');
const content = fc.dictionary(
  text,
  fc.oneof(
    fc.integer(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.dictionary(text, fc.integer(), { maxKeys: 2 }),
  ),
  { maxKeys: 3 },
);
const withoutNulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
const json = content.map(withoutNulls);
const copies = fc.option(
  fc.record({
    mark: fc.constantFrom(
      {},
      { [annotations.bound]: 'true' },
      {
        [annotations.bound]: 'true',
        [annotations.consumerCluster]: pins.consumerCluster,
      },
      { [annotations.adopt]: 'true' },
      {
        [annotations.consumerCluster]: 'other',
        [annotations.adopt]: pins.consumerCluster,
      },
    ),
    spec: json,
    status: json,
  }),
  { nil: undefined },
);

it('converges with the copy in sync, and stays there', () => {
  fc.assert(
    fc.property(
      json,
      json,
      copies,
      fc.boolean(),
      fc.boolean(),
      (spec, status, found, hasFinalizer, conditions) => {
        let facts: SyncFacts = {
          object: thing(
            {
              ...(hasFinalizer && {
                finalizers: ['klutch.anynines.com/syncer'],
              }),
            },
            { spec, status },
          ),
          copy:
            found &&
            thing(
              { ...target.key, uid: 'c1', annotations: found.mark },
              { spec: found.spec, status: found.status },
            ),
          copyLocation: { at: 'ready', target },
          pins,
          memory: {},
          shape: {
            statusSubresource: true,
            ...(conditions && { conditions: { observedGeneration: true } }),
          },
          nowMs: 0,
        };
        const untouched = facts.copy;
        const changes: string[] = [];
        for (let plan = planSync(facts); plan.change; plan = planSync(facts)) {
          changes.push(plan.change.change);
          expect(changes.length).toBeLessThan(6);
          facts = { ...facts, ...applied(facts, plan.change) };
        }
        const { feedback, change, requeueAfterMs } = planSync(facts);
        const isForeign = found && Object.keys(found.mark).length === 0;
        const copy = isForeign
          ? facts.copy === untouched
          : isApplied(planCopy(facts.object, target, pins), facts.copy!);
        const released = facts.copy?.metadata.annotations?.[annotations.adopt];
        expect(released).toBeUndefined();
        expect({
          copy,
          reported: feedback?.state,
          change,
          requeueAfterMs,
        }).toEqual({
          copy: true,
          reported: isForeign ? 'Conflict' : 'Synced',
        });
      },
    ),
    { numRuns: 500 },
  );
});
