/** Page of one app cluster: health, bound APIs and actions. */
import Button from '@material-ui/core/Button';
import Grid from '@material-ui/core/Grid';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { PlatformAppCluster } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { usePlatformAppClusters } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { AppClusterBanner } from '../shared/AppClusterBanner';
import { ConditionList } from '../shared/ConditionList';
import { EmptyState } from '../shared/EmptyState';
import { DescriptionList } from '../shared/DescriptionList';
import { Disclosure } from '../shared/Disclosure';
import { IconText } from '../shared/IconText';
import { QueryState } from '../shared/QueryState';
import { RelativeTime } from '../shared/RelativeTime';
import { Section } from '../shared/Section';
import { BindApiDialog } from './BindApiDialog';
import { BindByJoinCommandDialog } from './BindByJoinCommandDialog';
import { clusterTone } from './clusterTone';
import { RevokeTokensDialog } from './RevokeTokensDialog';
import { JoinTokenStatus } from './JoinTokenStatus';
import { KubeconfigDialog } from './KubeconfigDialog';
import { OffboardDialog } from './OffboardDialog';
import { PlatformFrame } from './PlatformFrame';

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

function Bindings({ cluster }: { cluster: PlatformAppCluster }) {
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
            <Typography variant="body2">{binding.message}</Typography>
          )}
          <Disclosure title={t('platform.cluster.conditions')}>
            <ConditionList conditions={binding.conditions} />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function AppClusterDetails({ cluster }: { cluster: PlatformAppCluster }) {
  const t = useT();
  const [open, setOpen] = useState<
    'bind' | 'kubeconfig' | 'endTokens' | 'offboard'
  >();
  const close = () => setOpen(undefined);
  const hasKubeconfig = cluster.connection === 'kubeconfig';
  const Bind = hasKubeconfig ? BindApiDialog : BindByJoinCommandDialog;
  const bind = (
    <Button variant="contained" color="primary" onClick={() => setOpen('bind')}>
      {t('platform.cluster.bind')}
    </Button>
  );
  const actions = (
    <>
      <Button onClick={() => setOpen('kubeconfig')}>
        {hasKubeconfig
          ? t('platform.cluster.replaceKubeconfig')
          : t('platform.cluster.addKubeconfig')}
      </Button>
      <Button onClick={() => setOpen('endTokens')}>
        {t('platform.cluster.revokeTokens')}
      </Button>
      <Button onClick={() => setOpen('offboard')}>
        {t('platform.cluster.offboard')}
      </Button>
    </>
  );
  return (
    <>
      <AppClusterBanner cluster={cluster} />
      {cluster.invited && <JoinTokenStatus cluster={cluster.id} />}
      <Grid container spacing={3}>
        <Grid item xs={12} md={5}>
          <Section title={cluster.title} actions={actions}>
            <DescriptionList
              items={[
                {
                  name: t('platform.clusters.column.health'),
                  value: (
                    <IconText tone={clusterTone(cluster)}>
                      {cluster.healthText}
                    </IconText>
                  ),
                },
                {
                  name: t('platform.clusters.column.heartbeat'),
                  value: <RelativeTime at={cluster.lastHeartbeatAt} />,
                },
                {
                  name: t('platform.clusters.column.konnector'),
                  value: cluster.konnectorVersion
                    ? t('platform.clusters.konnector', {
                        version: cluster.konnectorVersion,
                      })
                    : t('platform.clusters.noKonnector'),
                },
                { name: t('platform.cluster.id'), value: cluster.id },
                {
                  name: t('platform.cluster.clusterNamespace'),
                  value: cluster.clusterNamespace ?? '–',
                },
              ]}
            />
          </Section>
          <Section title={t('platform.cluster.conditions')}>
            <ConditionList conditions={cluster.conditions} />
          </Section>
        </Grid>
        <Grid item xs={12} md={7}>
          <Section title={t('platform.cluster.bindings')} actions={bind}>
            <Bindings cluster={cluster} />
          </Section>
        </Grid>
      </Grid>
      {open === 'bind' && <Bind cluster={cluster} onClose={close} />}
      {open === 'kubeconfig' && (
        <KubeconfigDialog cluster={cluster} onClose={close} />
      )}
      {open === 'endTokens' && (
        <RevokeTokensDialog cluster={cluster} onClose={close} />
      )}
      {open === 'offboard' && (
        <OffboardDialog cluster={cluster} onClose={close} />
      )}
    </>
  );
}

export function AppClusterPage() {
  const { id = '' } = useParams();
  const t = useT();
  const links = useLinks();
  const clusters = usePlatformAppClusters();
  return (
    <PlatformFrame active="app-clusters">
      <QueryState query={clusters} label={t('platform.clusters.what')}>
        {({ items }) => {
          const cluster = items.find(item => item.id === id);
          return cluster ? (
            <AppClusterDetails cluster={cluster} />
          ) : (
            <EmptyState
              action={
                <Button component={Link} to={links.platform('app-clusters')}>
                  {t('platform.cluster.back')}
                </Button>
              }
            >
              {t('platform.cluster.notFound', { id })}
            </EmptyState>
          );
        }}
      </QueryState>
    </PlatformFrame>
  );
}
