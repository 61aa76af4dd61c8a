/** Reads and changes fields of permission claims by their paths. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { isNode, type Node } from '../../settings/node';

/** A permission claim without the texts that the portal adds. */
export type EditedClaim = Omit<Schemas['PermissionClaim'], 'text' | 'whole'>;

/** Path of a field, `selector.names`. */
type FieldPath =
  | 'group'
  | 'resource'
  | 'version'
  | FlagPath
  | ListPath
  | PatternsPath
  | 'selector.owner'
  | 'selector.labelSelectors'
  | 'onConflict.recreateWhenConsumerSideDeleted';

/** A field that is true or absent. */
export type FlagPath =
  | 'required'
  | 'create.replaceExisting'
  | 'autoAdopt'
  | 'autoDonate'
  | 'update.alwaysRecreate';

/** A list of texts. */
type ListPath =
  | 'selector.names'
  | 'selector.namespaces'
  | 'selector.fieldSelectors'
  | 'update.fields'
  | 'update.preserving';

/** A list of key patterns. */
type PatternsPath =
  | 'read.labels'
  | 'read.labelsOnProviderOwnedObjects'
  | 'read.annotations'
  | 'read.overrideAnnotations'
  | 'update.labels'
  | 'update.labelsOnConsumerOwnedObjects'
  | 'update.annotations'
  | 'update.annotationsOnConsumerOwnedObjects';

/** The value of a field; undefined when absent. */
export const fieldAt = (claim: EditedClaim, path: FieldPath): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (node, key) => (isNode(node) ? node[key] : undefined),
      claim,
    );

function withValue(
  node: Node,
  [key = '', ...rest]: string[],
  value: unknown,
): Node {
  const { [key]: present, ...others } = node;
  if (rest.length === 0) {
    return value === undefined ? others : { ...node, [key]: value };
  }
  const group = withValue(isNode(present) ? present : {}, rest, value);
  return Object.keys(group).length > 0 ? { ...node, [key]: group } : others;
}

/** The claim with another value of a field; undefined removes the field, and its group when that is empty. */
export const withField = (
  claim: EditedClaim,
  path: FieldPath,
  value: unknown,
): EditedClaim => withValue(claim, path.split('.'), value) as EditedClaim;

/** Entries of a text, separated by commas or lines. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map(entry => entry.trim())
    .filter(entry => entry !== '');

/** A list for its field: absent when empty, so that the API server's default applies. */
export const listOrAbsent = (text: string): string[] | undefined => {
  const entries = entriesOf(text);
  return entries.length > 0 ? entries : undefined;
};

/** Whether the list selects something; `*` selects all. */
export const isSelective = (list: unknown): list is string[] =>
  Array.isArray(list) && !list.includes('*');

/** The text of a list field. */
export const listText = (claim: EditedClaim, path: ListPath): string => {
  const list = fieldAt(claim, path);
  return isSelective(list) ? list.join(', ') : '';
};

/** The text of a field with key patterns. */
export const patternsText = (
  claim: EditedClaim,
  path: PatternsPath,
): string => {
  const patterns = (fieldAt(claim, path) ?? []) as { pattern?: string }[];
  return patterns.map(({ pattern = '' }) => pattern).join(', ');
};

/** Key patterns of a text; absent when empty. */
export const patternsOrAbsent = (
  text: string,
): { pattern: string }[] | undefined =>
  listOrAbsent(text)?.map(pattern => ({ pattern }));

/** The text of label selectors: one in each line. */
export const labelSelectorsText = (claim: EditedClaim): string =>
  (claim.selector?.labelSelectors ?? [])
    .map(labels =>
      Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(', '),
    )
    .join('\n');

/** Label selectors of a text; absent when empty, undefined also for a text that is none. */
export function parseLabelSelectors(
  text: string,
): { selectors: Record<string, string>[] | undefined } | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const selectors = lines.map(line =>
    entriesOf(line).map(entry => /^([^=\s]+)\s*=\s*(\S*)$/.exec(entry)),
  );
  if (selectors.flat().includes(null)) return undefined;
  const maps = selectors.map(entries =>
    Object.fromEntries(
      entries.map(entry => [entry?.[1] ?? '', entry?.[2] ?? '']),
    ),
  );
  return { selectors: maps.length > 0 ? maps : undefined };
}

const resourcePattern = /^[a-z][-a-z0-9]*[a-z0-9]$/;

/** What is wrong in the claim itself; the API server checks the rest. */
export function claimProblems(
  claim: EditedClaim,
): ('resource' | 'version' | 'exclusive')[] {
  return [
    ...(resourcePattern.test(claim.resource) ? [] : (['resource'] as const)),
    ...(claim.version ? [] : (['version'] as const)),
    ...(claim.autoAdopt && claim.autoDonate ? (['exclusive'] as const) : []),
  ];
}
