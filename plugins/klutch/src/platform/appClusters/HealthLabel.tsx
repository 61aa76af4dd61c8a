/** The health of an app cluster in a word, and the reasons: what the portal cannot reach, and what its konnector says. */
import type {
  Explanation,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { useT } from '../../hooks/useT';
import { IconText } from '../../shared/IconText';
import { explanationText } from '../../shared/explanationText';
import type { Tone } from '../../shared/tones';

const tones: Record<Schemas['AppClusterHealth'], Tone> = {
  Failing: 'error',
  Degraded: 'warning',
  Waiting: 'busy',
  Suspended: 'neutral',
  Healthy: 'ok',
};

function Reason({ explanation }: { explanation: Partial<Explanation> }) {
  const t = useT();
  return (
    <Typography variant="body2" color="textSecondary">
      {explanationText(explanation, t)}
    </Typography>
  );
}

export function HealthLabel(props: {
  cluster: Pick<
    Schemas['AppClusterSummary'],
    | 'connection'
    | 'health'
    | 'healthParams'
    | 'healthReason'
    | 'healthText'
    | 'reachability'
  >;
}) {
  const { connection, health, healthReason, reachability } = props.cluster;
  const t = useT();
  const isUnreachable = connection === 'kubeconfig' && !reachability.reachable;
  const { healthParams: params, healthText: message } = props.cluster;
  return (
    <>
      <IconText tone={tones[health]}>
        {/* While the konnector reports, syncing goes on. */}
        {isUnreachable && healthReason !== 'KonnectorSilent'
          ? t('appClusters.unreachable')
          : t(`appClusters.health.${health}`)}
      </IconText>
      {isUnreachable && <Reason explanation={reachability} />}
      {healthReason !== 'KonnectorHealthy' && health !== 'Healthy' && (
        <Reason explanation={{ message, reason: healthReason, params }} />
      )}
    </>
  );
}
