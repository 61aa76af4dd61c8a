/** Creates, updates or takes over the copy of a synced object on the control plane. */
import { fieldManagers } from '@klutch/bind-api';
import type { ObjectKey, Unstructured } from '@klutch/kube';
import { planOrigin } from './adoption/planOrigin';
import { createOnly } from '../../ownership/createOnly';
import type { ApplyIntent, Change, SyncFacts } from './plan/model';
import { classifyOwnership } from '../../ownership/ownership';
import { planAdoptReleased } from './plan/planAdoptReleased';
import { planSwap } from './plan/planSwap';
import type { ReconcileScope } from './reconcileScope';

export type CopyChange = Extract<Change, { intent: ApplyIntent }>;

/** Changes by merge patch: the ownership that a live read must confirm, and the patch. */
const mergePatches = {
  'take-over': ['reference', planSwap],
  'adopt-origin': ['origin', planOrigin],
  'adopt-released': ['adoptable', planAdoptReleased],
} as const;

type MergePatched = keyof typeof mergePatches;

const isMergePatched = (change: string): change is MergePatched =>
  change in mergePatches;

/** Whether the result of the change does not show that the intent is applied. */
export const isMergePatchChange = ({ change }: CopyChange): boolean =>
  isMergePatched(change);

export const copyKeyOf = ({ metadata }: ApplyIntent): ObjectKey => ({
  namespace: metadata.namespace,
  name: metadata.name,
});

/** An apply with the UID changes only the object that was read. */
const withCopyUid = (
  intent: ApplyIntent,
  copy: Unstructured | undefined,
): ApplyIntent => ({
  ...intent,
  metadata: { ...intent.metadata, uid: copy?.metadata.uid },
});

/** @returns undefined when the copy has changed since it was read, so that a new plan is needed. */
export async function writeSyncedCopy(
  { state, key }: ReconcileScope,
  { change, intent }: CopyChange,
  { copy, object }: SyncFacts,
): Promise<Unstructured | undefined> {
  const { providerClient, mapping, pins } = state.parts;
  const options = { fieldManager: fieldManagers.spec };
  if (isMergePatched(change)) {
    const [how, plan] = mergePatches[change];
    const copyKey = copyKeyOf(intent);
    const live = await providerClient.get(mapping.provider, copyKey);
    const { marks } = mapping;
    const ownership = classifyOwnership(live, { pins, marks, object });
    if (!live || ownership.owner !== 'us' || ownership.how !== how) {
      return undefined;
    }
    const patch = plan(live, intent);
    return state.syncMetrics.write(key, change, () =>
      providerClient.mergePatch(mapping.provider, copyKey, patch, options),
    );
  }
  return state.syncMetrics.write(key, change, () =>
    providerClient.apply(
      mapping.provider,
      change === 'create-copy' ? createOnly(intent) : withCopyUid(intent, copy),
      { ...options, force: true },
    ),
  );
}
