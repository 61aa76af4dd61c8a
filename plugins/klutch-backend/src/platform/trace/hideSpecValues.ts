/** Hides what a tenant wrote into a claim from the messages of clusters. Pure functions. */
import type { ClaimSpec } from '../../claimApis/claimResource';

/** Written by Crossplane, or names of what the platform offers. */
const fieldsOfPlatform = new Set([
  'compositeDeletePolicy',
  'compositionRef',
  'compositionRevisionRef',
  'compositionRevisionSelector',
  'compositionSelector',
  'compositionUpdatePolicy',
  'crossplane',
  'resourceRef',
]);

/** Shorter values, such as `5`, are parts of too many words; `refusedValue` hides those that are refused. */
const MIN_LENGTH = 3;

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return [String(value)];
  }
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [];
}

/** How the API server repeats a value that it refuses. */
const refusedValue =
  /((?:Invalid|Unsupported|Duplicate) value: )(?:"(?:[^"\\]|\\.)*"|[^\s:,"]+)/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Replaces values of the specs by an ellipsis.
 *
 * @param shown - names that are shown anyway, and are not hidden
 */
export function hideSpecValues(
  specs: readonly (ClaimSpec | undefined)[],
  shown: Iterable<string>,
): (text: string) => string {
  const isShown = new Set(shown);
  const values = specs
    .flatMap(spec => Object.entries(spec ?? {}))
    .filter(([field]) => !fieldsOfPlatform.has(field))
    .flatMap(([, value]) => leavesOf(value))
    .filter(value => value.length >= MIN_LENGTH && !isShown.has(value))
    // The longest first, so that none remains in part.
    .sort((a, b) => b.length - a.length)
    .map(escaped);
  const ofTenant = values.length
    ? new RegExp(`(?<![\\w-])(?:${values.join('|')})(?![\\w-])`, 'g')
    : undefined;
  return text => {
    const withoutRefused = text.replace(refusedValue, '$1…');
    return ofTenant ? withoutRefused.replace(ofTenant, '…') : withoutRefused;
  };
}
