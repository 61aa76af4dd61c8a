/** The konnector of an app cluster: version and upgrade, token, and when it reported what. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import { DescriptionList } from '../../shared/DescriptionList';
import { Disclosure } from '../../shared/Disclosure';
import { IconText } from '../../shared/IconText';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import type { Tone } from '../../shared/tones';
import { ManageButton } from '../ManageButton';
import { useForbiddenActions } from './AppClusterContext';
import { HeartbeatTimeline } from './HeartbeatTimeline';
import { KonnectorUpgradeDialog } from './KonnectorUpgradeDialog';
import { RevokeTokensDialog } from './RevokeTokensDialog';
import { RotateTokenDialog } from './RotateTokenDialog';

type Cluster = Schemas['AppClusterDetail'];

const tokenTones: Record<Schemas['KonnectorToken']['state'], Tone> = {
  Valid: 'ok',
  Expired: 'error',
  Revoked: 'error',
  None: 'neutral',
};

function Version({ konnector }: Pick<Cluster, 'konnector'>) {
  const t = useT();
  const { isOutdated, offered, version } = konnector;
  if (!version) return <>{t('platform.clusters.noKonnector')}</>;
  return (
    <IconText tone={isOutdated ? 'warning' : 'ok'}>
      {isOutdated
        ? t('appClusters.konnector.outdated', { version, offered })
        : t('platform.clusters.konnector', { version })}
    </IconText>
  );
}

function Token({ token }: Pick<Cluster, 'token'>) {
  const t = useT();
  const { expiresAt, message, since, state } = token;
  return (
    <>
      <IconText tone={tokenTones[state]}>
        {t(`appClusters.token.state.${state}`)}
      </IconText>
      {since && state !== 'None' && (
        <Typography variant="body2" color="textSecondary">
          {t('appClusters.token.since')} <RelativeTime at={since} />
        </Typography>
      )}
      {expiresAt && (
        <Typography variant="body2" color="textSecondary">
          {t('appClusters.token.expires', {
            time: new Date(expiresAt).toLocaleString(t('shared.locale')),
          })}
        </Typography>
      )}
      {message && state !== 'Valid' && (
        <Disclosure title={t('appClusters.details')}>{message}</Disclosure>
      )}
    </>
  );
}

export function KonnectorSection({ cluster }: { cluster: Cluster }) {
  const t = useT();
  const forbidden = useForbiddenActions();
  const [open, setOpen] = useState<'upgrade' | 'rotate' | 'revoke'>();
  const close = () => setOpen(undefined);
  const mayRotate = cluster.bindings.length > 0;
  const actions = (
    <>
      <Button variant="outlined" onClick={() => setOpen('upgrade')}>
        {t('appClusters.upgrade.open')}
      </Button>
      {mayRotate && (
        <ManageButton
          forbidden={forbidden('rotate')}
          onClick={() => setOpen('rotate')}
        >
          {t('appClusters.rotate.open')}
        </ManageButton>
      )}
      <ManageButton
        destructive
        forbidden={forbidden('tokens')}
        onClick={() => setOpen('revoke')}
      >
        {t('platform.cluster.revokeTokens')}
      </ManageButton>
    </>
  );
  return (
    <Section title={t('appClusters.konnector.title')} actions={actions}>
      <DescriptionList
        items={[
          {
            name: t('appClusters.konnector.version'),
            value: <Version konnector={cluster.konnector} />,
          },
          {
            name: t('platform.clusters.column.heartbeat'),
            value: <RelativeTime at={cluster.lastHeartbeatAt} />,
          },
          {
            name: t('appClusters.token.name'),
            value: <Token token={cluster.token} />,
          },
        ]}
      />
      <HeartbeatTimeline history={cluster.history} />
      {open === 'upgrade' && (
        <KonnectorUpgradeDialog cluster={cluster} onClose={close} />
      )}
      {open === 'rotate' && (
        <RotateTokenDialog cluster={cluster} onClose={close} />
      )}
      {open === 'revoke' && (
        <RevokeTokensDialog cluster={cluster} onClose={close} />
      )}
    </Section>
  );
}
