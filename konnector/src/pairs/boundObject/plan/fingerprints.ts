/** Fingerprints of stored objects, for servers that store something else than what was written. Pure. */
import type { Unstructured } from '@klutch/kube';
import { hashOfIntent } from './intent';
import type { ApplyIntent, DesiredStatus } from './model';
import { hashOf } from '../../../json/projection';

/** Fingerprint of the intent and the copy, without status and server-managed metadata. */
export function specFingerprint(
  intent: ApplyIntent,
  copy: Unstructured,
): string {
  const { metadata, status: _status, ...content } = copy;
  const { labels, annotations } = metadata;
  return hashOf([hashOfIntent(intent), content, labels, annotations]);
}

/** Fingerprint of the status on both sides and of our feedback. */
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
