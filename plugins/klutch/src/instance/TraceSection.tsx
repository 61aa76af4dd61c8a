/** The objects of a claim on both clusters, read when somebody asks for them: what Crossplane made of the order. */
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import type { AppCluster, Claim, Trace, TraceObject } from '../api/types';
import { useClaimTrace } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from '../shared/DataTable';
import { explanationText } from '../shared/explanationText';
import { IconText } from '../shared/IconText';
import { Notice } from '../shared/Notice';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';

const useStyles = makeStyles(theme => ({
  name: { color: theme.palette.text.secondary, overflowWrap: 'anywhere' },
}));

const DEPTH_PX = 20;

function ObjectName({ object }: { object: TraceObject }) {
  const classes = useStyles();
  const { kind, name, namespace, depth } = object;
  return (
    <div style={{ paddingLeft: depth * DEPTH_PX }}>
      {kind}
      <div className={classes.name}>
        {namespace ? `${namespace}/${name}` : name}
      </div>
    </div>
  );
}

function ObjectState({ object }: { object: TraceObject }) {
  const t = useT();
  const { conditions, deleting, missing, waits } = object;
  const tone = waits ? 'error' : 'busy';
  if (missing) {
    return (
      <IconText tone={tone}>{t(`instance.trace.missing.${missing}`)}</IconText>
    );
  }
  const failing = conditions.find(({ status }) => status !== 'True');
  if (deleting || failing) {
    return (
      <IconText tone={tone}>
        {deleting
          ? t('shared.state.Deleting')
          : t('instance.trace.notYet', { type: failing?.type ?? '' })}
        {failing?.message && <div>{failing.message}</div>}
      </IconText>
    );
  }
  return <IconText tone="ok">{t('instance.trace.good')}</IconText>;
}

function TraceTable(props: { trace: Trace; cluster: AppCluster | undefined }) {
  const { trace, cluster } = props;
  const t = useT();
  const columns: Column<TraceObject>[] = [
    {
      id: 'object',
      title: t('instance.trace.object'),
      render: object => <ObjectName object={object} />,
    },
    {
      id: 'cluster',
      title: t('instance.trace.cluster'),
      render: ({ location }) =>
        location === 'controlPlane'
          ? t('instance.hops.id.controlPlane')
          : (cluster?.title ?? t('instance.hops.id.appCluster')),
    },
    {
      id: 'state',
      title: t('instance.trace.state'),
      render: object => <ObjectState object={object} />,
    },
  ];
  const waiting = trace.objects.find(({ waits }) => waits);
  return (
    <>
      <DataTable
        label={t('instance.trace.title')}
        columns={columns}
        rows={trace.objects}
        keyOf={({ apiVersion, kind, namespace, name, location }) =>
          [location, apiVersion, kind, namespace, name].join(' ')
        }
      />
      {waiting && (
        <Typography variant="body2">
          {t('instance.trace.waiting', {
            kind: waiting.kind,
            name: waiting.name,
          })}
        </Typography>
      )}
      {trace.incomplete && (
        <Notice tone="neutral" title={t('instance.trace.incomplete')}>
          {explanationText(trace.incomplete, t)}
        </Notice>
      )}
    </>
  );
}

export function TraceSection(props: {
  claim: Claim;
  cluster: AppCluster | undefined;
}) {
  const { claim, cluster } = props;
  const t = useT();
  const [isShown, setShown] = useState(false);
  const trace = useClaimTrace(claim, { enabled: isShown });
  return (
    <Section title={t('instance.trace.title')}>
      {isShown ? (
        <QueryState query={trace} label={t('instance.trace.title')}>
          {data => <TraceTable trace={data} cluster={cluster} />}
        </QueryState>
      ) : (
        <Button variant="outlined" onClick={() => setShown(true)}>
          {t('instance.trace.show')}
        </Button>
      )}
    </Section>
  );
}
