/** Rows of `status`. Pure functions. */
import {
  conditionTypes,
  getCondition,
  type APIServiceBinding,
  type APIServiceExport,
} from '@klutch/bind-api';
import { ageText } from '../output/table';
import type { BoundExports } from './readExports';

type Conditioned = Pick<APIServiceBinding | APIServiceExport, 'status'>;

const statusOf = ({ status }: Conditioned, type: string): string =>
  getCondition(status?.conditions, type)?.status ?? 'Unknown';

/** Conditions that are problems, the summary excepted. */
const problemsOf = ({ status }: Conditioned) =>
  (status?.conditions ?? []).filter(
    ({ status: value, type }) =>
      value === 'False' && type !== conditionTypes.ready,
  );

const problemText = ({
  message,
  reason,
  type,
}: ReturnType<typeof problemsOf>[number]): string =>
  `${type}: ${message ?? reason ?? ''}`;

/** The reference's konnector has a condition of severity Info on every export. */
const exportProblems = (found: APIServiceExport): string[] =>
  problemsOf(found)
    .filter(({ severity }) => severity !== 'Info')
    .map(problem => `export ${problemText(problem)}`);

/** Exports by the names of bindings. */
type Exports = BoundExports['exports'];

function exportCell(exports: Exports, name: string): string {
  if (!exports.has(name)) return '<unknown>';
  const found = exports.get(name);
  return found ? statusOf(found, conditionTypes.ready) : '<missing>';
}

const claimsOf = ({ spec }: APIServiceBinding): string =>
  (spec?.permissionClaims ?? [])
    .map(({ resource, state }) => `${resource} ${state.toLowerCase()}`)
    .join(', ') || '<none>';

/** What the table shows besides bindings. */
interface TableOptions {
  wide: boolean;
  exports: Exports;
}

function cells(
  binding: APIServiceBinding,
  { exports, wide }: TableOptions,
  now: Date,
): string[] {
  const { metadata, spec, status } = binding;
  const { name = '' } = metadata;
  const exported = exports.get(name);
  const problems = [
    ...(metadata.deletionTimestamp === undefined ? [] : ['being unbound']),
    ...problemsOf(binding).map(problemText),
    ...(exported ? exportProblems(exported) : []),
  ];
  return [
    name,
    status?.providerPrettyName ?? '<unknown>',
    statusOf(binding, conditionTypes.ready),
    statusOf(binding, conditionTypes.heartbeating),
    exportCell(exports, name),
    ageText(metadata.creationTimestamp, now),
    ...(wide
      ? [
          statusOf(binding, conditionTypes.bindingConnected),
          spec?.kubeconfigSecretRef.name ?? '<none>',
          claimsOf(binding),
        ]
      : []),
    problems.join('; '),
  ];
}

const headings = ({ wide }: TableOptions): string[] => [
  'API',
  'PROVIDER',
  'READY',
  'HEARTBEATING',
  'EXPORT',
  'AGE',
  ...(wide ? ['CONNECTED', 'SECRET', 'CLAIMS'] : []),
  'PROBLEM',
];

/** The heading, and a row for each binding. */
export const statusRows = (
  bindings: readonly APIServiceBinding[],
  options: TableOptions,
  now: Date,
): string[][] => [
  headings(options),
  ...bindings.map(binding => cells(binding, options, now)),
];
