/** Choice of the app cluster; clusters where the service cannot be ordered are greyed, with what to do. */
import FormControl from '@material-ui/core/FormControl';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import Radio from '@material-ui/core/Radio';
import RadioGroup from '@material-ui/core/RadioGroup';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import type { AppCluster, ServiceDetail } from '../api/types';
import { useAppClusters } from '../hooks/useQueries';
import { useT, type T } from '../hooks/useT';
import { ServiceActions } from '../services/ServiceActions';
import { explanationText } from '../shared/explanationText';
import { QueryState } from '../shared/QueryState';

const useStyles = makeStyles(theme => ({
  choice: { alignItems: 'flex-start', marginBottom: theme.spacing(0.5) },
  radio: { paddingTop: theme.spacing(0.5) },
  actions: { margin: theme.spacing(0, 0, 1, 4) },
}));

/** Why the service cannot be ordered on the app cluster. */
function disabledReason(
  { id, connection, reachability }: AppCluster,
  service: ServiceDetail,
  t: T,
): string | undefined {
  if (!service.clusters.some(cluster => cluster.id === id && cluster.bound)) {
    return t(
      service.offered ? 'create.where.notBound' : 'create.where.withdrawn',
      { title: service.title },
    );
  }
  const problem = explanationText(reachability, t);
  if (connection === 'konnector') return problem;
  if (reachability.reachable) return undefined;
  return t('create.where.away', {
    message: problem ?? t('shared.unknown'),
  });
}

function ClusterChoice(props: { cluster: AppCluster; service: ServiceDetail }) {
  const { cluster, service } = props;
  const classes = useStyles();
  const t = useT();
  const reason = disabledReason(cluster, service, t);
  const unbound = service.clusters.filter(
    ({ id, bound }) => id === cluster.id && !bound,
  );
  return (
    <>
      <FormControlLabel
        value={cluster.id}
        className={classes.choice}
        disabled={Boolean(reason)}
        control={<Radio color="primary" className={classes.radio} />}
        label={
          <>
            {cluster.title}
            {reason && (
              <Typography variant="body2" color="textSecondary">
                {reason}
              </Typography>
            )}
          </>
        }
      />
      {unbound.length > 0 && (
        <div className={classes.actions}>
          <ServiceActions
            service={{ ...service, clusters: unbound }}
            size="small"
          />
        </div>
      )}
    </>
  );
}

export function ClusterField(props: {
  service: ServiceDetail;
  value: string;
  problem: string | undefined;
  onChange: (cluster: string) => void;
}) {
  const { service, value, problem, onChange } = props;
  const t = useT();
  const name = useId();
  const clusters = useAppClusters();
  return (
    <QueryState query={clusters} label={t('create.where.clusters')}>
      {({ items }) => (
        <FormControl component="fieldset" error={Boolean(problem)}>
          <FormLabel component="legend">{t('create.where.cluster')}</FormLabel>
          <FormHelperText>
            {problem ?? t('create.where.clusterHelp')}
          </FormHelperText>
          <RadioGroup
            name={name}
            value={value}
            onChange={event => onChange(event.target.value)}
          >
            {items.map(cluster => (
              <ClusterChoice
                key={cluster.id}
                cluster={cluster}
                service={service}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
    </QueryState>
  );
}
