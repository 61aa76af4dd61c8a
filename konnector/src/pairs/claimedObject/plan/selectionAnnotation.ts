/**
 * Encodes in an annotation of the copy how claims select its original, because this is not known from elsewhere once
 * the original is gone. Pure.
 */
import type { PermissionClaim } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { isJsonObject } from '../../../json/projection';
import { annotations } from '../../../markers';
import {
  matchesLabels,
  fieldSelectorOf,
  selectingLabels,
} from './claimSelection';

interface Selection {
  labels: Record<string, string>;
  /** Field selectors that selected the original on its server. */
  fields: string[];
}

const selectsAll = (claim: PermissionClaim) =>
  matchesLabels(claim) && fieldSelectorOf(claim) === '';

/**
 * The annotation value for a copy.
 * @param claims - that select the original.
 * @returns null when one of the claims selects all objects, so that no annotation is needed.
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

/** An unreadable annotation decodes to nothing, so that only claims that select all objects apply. */
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
 * @param original - as last seen; undefined to use the copy's annotation.
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
