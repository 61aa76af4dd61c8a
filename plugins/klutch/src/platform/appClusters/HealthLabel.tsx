/** The health of an app cluster in a word, and what its konnector says if that is something else. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
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

export function HealthLabel(props: {
  cluster: Pick<
    Schemas['AppClusterSummary'],
    'health' | 'healthParams' | 'healthReason' | 'healthText'
  >;
}) {
  const { health, healthParams, healthReason, healthText } = props.cluster;
  const t = useT();
  return (
    <>
      <IconText tone={tones[health]}>
        {t(`appClusters.health.${health}`)}
      </IconText>
      {healthReason !== 'KonnectorHealthy' && health !== 'Healthy' && (
        <Typography variant="body2" color="textSecondary">
          {explanationText(
            { message: healthText, reason: healthReason, params: healthParams },
            t,
          )}
        </Typography>
      )}
    </>
  );
}
