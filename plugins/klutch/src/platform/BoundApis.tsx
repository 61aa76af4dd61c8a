/** The APIs that are bound on an app cluster, with their conditions. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { PlatformAppCluster } from '../api/types';
import { useT } from '../hooks/useT';
import { ConditionList } from '../shared/ConditionList';
import { Disclosure } from '../shared/Disclosure';
import { EmptyState } from '../shared/EmptyState';
import { IconText } from '../shared/IconText';
import { explanationText } from '../shared/explanationText';

const useStyles = makeStyles(theme => ({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  binding: {
    padding: theme.spacing(1.5, 0),
    '& + &': { borderTop: `1px solid ${theme.palette.divider}` },
  },
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  name: { fontWeight: 600, overflowWrap: 'anywhere' },
}));

export function BoundApis({ cluster }: { cluster: PlatformAppCluster }) {
  const classes = useStyles();
  const t = useT();
  if (cluster.bindings.length === 0) {
    return <EmptyState>{t('platform.cluster.noBindings')}</EmptyState>;
  }
  return (
    <ul className={classes.list} aria-label={t('platform.cluster.bindings')}>
      {cluster.bindings.map(binding => (
        <li key={binding.name} className={classes.binding}>
          <div className={classes.head}>
            <Typography variant="body2" className={classes.name}>
              {binding.name}
            </Typography>
            <Typography variant="body2" component="div">
              <IconText tone={binding.ready ? 'ok' : 'warning'}>
                {binding.ready
                  ? t('platform.cluster.ready')
                  : t('platform.cluster.notReady')}
              </IconText>
            </Typography>
          </div>
          {binding.message && !binding.ready && (
            <Typography variant="body2">
              {explanationText(binding, t)}
            </Typography>
          )}
          <Disclosure title={t('platform.cluster.conditions')}>
            <ConditionList conditions={binding.conditions} />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
