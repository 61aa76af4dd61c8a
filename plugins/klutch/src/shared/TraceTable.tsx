/** The objects of a claim on both clusters, each indented below the one that it was composed for. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Trace, TraceObject } from '../api/types';
import { useT } from '../hooks/useT';
import { DataTable, type Column } from './DataTable';
import { explanationText } from './explanationText';
import { IconText } from './IconText';
import { Notice } from './Notice';

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

export function TraceTable(props: { trace: Trace; clusterTitle: string }) {
  const { trace, clusterTitle } = props;
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
          : clusterTitle,
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
