/** Columns of `get instances`. Pure functions. */
import { claimMessage, claimState, conditionStatus } from './claimState';
import type { FoundClaim } from './readClaims';
import { ageText } from '../output/table';

/** Which columns are shown. */
export interface ColumnOptions {
  wide: boolean;
  allNamespaces: boolean;
}

/** The headings. */
export const instanceHeadings = ({
  wide,
  allNamespaces,
}: ColumnOptions): string[] => [
  ...(allNamespaces ? ['NAMESPACE'] : []),
  ...['NAME', 'PLAN', 'STATE', 'AGE'],
  ...(wide ? ['SERVICE', 'SYNCED', 'COMPOSITION', 'MESSAGE'] : []),
];

/** The cells of an instance. */
export function instanceCells(
  { api, claim }: FoundClaim,
  { wide, allNamespaces }: ColumnOptions,
  now: Date,
): string[] {
  const { metadata, spec = {} } = claim;
  return [
    ...(allNamespaces ? [metadata.namespace ?? ''] : []),
    `${api.singular}/${metadata.name}`,
    spec.plan ?? '',
    claimState(claim),
    ageText(metadata.creationTimestamp, now),
    ...(wide
      ? [
          spec.service ?? '',
          conditionStatus(claim, 'Synced'),
          spec.compositionRef?.name ?? '',
          claimMessage(claim),
        ]
      : []),
  ];
}
