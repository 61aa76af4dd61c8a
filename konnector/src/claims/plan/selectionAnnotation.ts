/** On a copy: by what claims select its original, as nothing else tells of it when the original is gone. Pure. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { isJsonObject } from '../../json/projection';
import { annotations } from '../../markers';
import {
  matchesLabels,
  fieldSelectorOf,
  selectingLabels,
} from './claimSelection';

interface Selection {
  /** Of the original. */
  labels: Record<string, string>;
  /** Field selectors that its server found it by. */
  fields: string[];
}

const selectsAll = (claim: PermissionClaim) =>
  matchesLabels(claim) && fieldSelectorOf(claim) === '';

/**
 * What a copy says of its original.
 * @param claims - that select it.
 * @returns null when one of them selects all there is, so that nothing need be said.
 */
export function encodeSelection(
  original: KubeObject,
  claims: readonly PermissionClaim[],
): string | null {
  if (claims.some(selectsAll)) return null;
  const labels = Object.entries(selectingLabels(original, claims));
  const fields = new Set(
    claims.map(fieldSelectorOf).filter(text => text !== ''),
  );
  const selection: Selection = {
    labels: Object.fromEntries(labels.sort(([a], [b]) => (a < b ? -1 : 1))),
    fields: [...fields].sort(),
  };
  return JSON.stringify(selection);
}

/** What cannot be read says nothing, so that only claims that select all act on it. */
function decodeSelection({ metadata }: KubeObject): Selection {
  try {
    const note: unknown = JSON.parse(
      metadata.annotations?.[annotations.selectedBy] ?? '{}',
    );
    const { labels, fields } = isJsonObject(note) ? note : {};
    const texts = isJsonObject(labels) ? Object.entries(labels) : [];
    return {
      labels: Object.fromEntries(texts.map(([key, text]) => [key, `${text}`])),
      fields: Array.isArray(fields) ? fields.map(String) : [],
    };
  } catch {
    return { labels: {}, fields: [] };
  }
}

/**
 * Whether a claim selected the original of a copy.
 * @param original - as it was last seen; undefined: what the copy says of it counts.
 */
export function didSelect(
  claim: PermissionClaim,
  copy: KubeObject,
  original?: KubeObject,
): boolean {
  const recorded = decodeSelection(copy);
  const fields = fieldSelectorOf(claim);
  return (
    matchesLabels(
      claim,
      original ? original.metadata.labels : recorded.labels,
    ) &&
    (fields === '' || recorded.fields.includes(fields))
  );
}
