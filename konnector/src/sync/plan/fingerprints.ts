/** Fingerprints of what servers made of our writes, for those that store something else than they are sent. Pure. */
import type { Unstructured } from '@klutch/kube';
import { hashOfIntent } from './intent';
import type { ApplyIntent, DesiredStatus } from './model';
import { hashOf } from '../../json/projection';

/** Of our intent, and of the copy without what changes by itself. */
export function specFingerprint(
  intent: ApplyIntent,
  copy: Unstructured,
): string {
  const { metadata, status: _status, ...content } = copy;
  const { labels, annotations } = metadata;
  return hashOf([hashOfIntent(intent), content, labels, annotations]);
}

/** Of the status on both sides, and of what we have to say. */
export const statusFingerprint = (
  object: Unstructured,
  { copy, feedback }: DesiredStatus,
): string =>
  hashOf([
    copy?.status ?? null,
    object.status ?? null,
    feedback?.state,
    feedback?.message,
  ]);

/** Tells whether object or copy have changed. */
export const versionsOf = (
  object: Unstructured,
  copy: Unstructured | undefined,
): string =>
  `${object.metadata.resourceVersion}/${copy?.metadata.resourceVersion ?? ''}`;
