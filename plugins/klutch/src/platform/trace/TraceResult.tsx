/** What was found: the trace of a claim, or the claims to choose from. */
import Button from '@material-ui/core/Button';
import {
  stringifyClaimRef,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { EmptyState } from '../../shared/EmptyState';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { TraceView } from './TraceView';

type Result = Schemas['SupportTraceResult'];
type TracedClaim = Schemas['SupportTraceClaim'];

function ClaimsToChoose(props: {
  result: Result;
  onChoose: (text: string) => void;
}) {
  const { matches, isMore } = props.result;
  const t = useT();
  const columns: Column<TracedClaim>[] = [
    {
      id: 'claim',
      title: t('trace.column.claim'),
      render: ({ kind, name }) => t('trace.of', { kind, name }),
    },
    {
      id: 'namespace',
      title: t('trace.column.namespace'),
      render: ({ namespace }) => namespace,
    },
    {
      id: 'cluster',
      title: t('trace.column.cluster'),
      render: ({ clusterTitle }) => clusterTitle,
    },
    {
      id: 'actions',
      title: t('trace.column.actions'),
      render: claim => (
        <Button
          size="small"
          aria-label={t('trace.choose', {
            ...claim,
            cluster: claim.clusterTitle,
          })}
          onClick={() => props.onChoose(stringifyClaimRef(claim))}
        >
          {t('trace.action')}
        </Button>
      ),
    },
  ];
  return (
    <Section title={t('trace.claims')}>
      <Notice tone="neutral" title={t('trace.several')}>
        {isMore && t('trace.isMore')}
      </Notice>
      <DataTable
        size="small"
        label={t('trace.claims')}
        columns={columns}
        rows={matches}
        keyOf={stringifyClaimRef}
      />
    </Section>
  );
}

export function TraceResult(props: {
  result: Result;
  onChoose: (text: string) => void;
}) {
  const { matches, isByPrefix, trace } = props.result;
  const t = useT();
  if (!trace && matches.length <= 1) {
    return <EmptyState>{t('trace.none')}</EmptyState>;
  }
  return (
    <>
      {isByPrefix && <Notice tone="warning">{t('trace.byPrefix')}</Notice>}
      {trace ? <TraceView trace={trace} /> : <ClaimsToChoose {...props} />}
    </>
  );
}
