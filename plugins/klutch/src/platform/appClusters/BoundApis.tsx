/** The APIs that are bound on an app cluster, with their conditions, and how to unbind them. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import { ConditionList } from '../../shared/ConditionList';
import { Disclosure } from '../../shared/Disclosure';
import { EmptyState } from '../../shared/EmptyState';
import { IconText } from '../../shared/IconText';
import { explanationText } from '../../shared/explanationText';
import { ManageButton } from '../ManageButton';
import { useForbiddenActions } from './AppClusterContext';
import { UnbindDialog } from './UnbindDialog';

type Cluster = Schemas['AppClusterDetail'];
type Binding = Schemas['ApiBinding'];

const useStyles = makeStyles(theme => ({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  binding: {
    padding: theme.spacing(1.5, 0),
    '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(2),
  },
  names: { flex: '1 1 200px' },
  // The states of all APIs begin below each other.
  state: { minWidth: 120 },
  name: { fontWeight: 600, overflowWrap: 'anywhere' },
}));

function BindingState(props: { binding: Binding; suspended: boolean }) {
  const t = useT();
  if (props.suspended) {
    return <IconText tone="neutral">{t('appClusters.apiSuspended')}</IconText>;
  }
  return (
    <IconText tone={props.binding.ready ? 'ok' : 'warning'}>
      {props.binding.ready
        ? t('platform.cluster.ready')
        : t('platform.cluster.notReady')}
    </IconText>
  );
}

function BoundApi(props: {
  binding: Binding;
  title: string;
  suspended: boolean;
  onUnbind: () => void;
}) {
  const { binding, title } = props;
  const classes = useStyles();
  const t = useT();
  const forbidden = useForbiddenActions();
  return (
    <li className={classes.binding}>
      <div className={classes.head}>
        <div className={classes.names}>
          <Typography variant="body2" className={classes.name}>
            {title}
          </Typography>
          {title !== binding.name && (
            <Typography variant="body2" color="textSecondary">
              {binding.name}
            </Typography>
          )}
        </div>
        <Typography variant="body2" component="div" className={classes.state}>
          <BindingState binding={binding} suspended={props.suspended} />
        </Typography>
        <ManageButton
          destructive
          size="small"
          forbidden={forbidden('unbind')}
          aria-label={t('appClusters.unbind.label', { title })}
          onClick={props.onUnbind}
        >
          {t('appClusters.unbind.open')}
        </ManageButton>
      </div>
      {binding.message && !binding.ready && !props.suspended && (
        <Typography variant="body2">{explanationText(binding, t)}</Typography>
      )}
      <Disclosure title={t('platform.cluster.conditions')}>
        <ConditionList conditions={binding.conditions} />
      </Disclosure>
    </li>
  );
}

export function BoundApis({ cluster }: { cluster: Cluster }) {
  const classes = useStyles();
  const t = useT();
  const [unbound, setUnbound] = useState<{ name: string; title: string }>();
  return (
    <>
      {cluster.bindings.length === 0 ? (
        <EmptyState>{t('platform.cluster.noBindings')}</EmptyState>
      ) : (
        <ul
          className={classes.list}
          aria-label={t('platform.cluster.bindings')}
        >
          {cluster.bindings.map(binding => {
            const { name } = binding;
            const api = cluster.apis.find(one => one.name === name);
            const title = api?.title ?? name;
            return (
              <BoundApi
                key={name}
                binding={binding}
                title={title}
                suspended={api?.suspended === true}
                onUnbind={() => setUnbound({ name, title })}
              />
            );
          })}
        </ul>
      )}
      {unbound && (
        <UnbindDialog
          cluster={cluster}
          api={unbound}
          onClose={() => setUnbound(undefined)}
        />
      )}
    </>
  );
}
