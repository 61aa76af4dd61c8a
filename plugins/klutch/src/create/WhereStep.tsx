/** Step 1: app cluster, namespace and name. */
import FormControl from '@material-ui/core/FormControl';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import Radio from '@material-ui/core/Radio';
import RadioGroup from '@material-ui/core/RadioGroup';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { ServiceDetail } from '../api/types';
import { useAppClusters } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import type { DraftField, Draft } from './draft';
import { NamespaceField } from './NamespaceField';

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4), maxWidth: 640 },
  choice: { alignItems: 'flex-start', marginBottom: theme.spacing(0.5) },
  radio: { paddingTop: theme.spacing(0.5) },
}));

export interface StepProps {
  service: ServiceDetail;
  draft: Draft;
  /** Validation messages of edited fields, and of all fields once the step was submitted. */
  problems: Partial<Record<DraftField, string>>;
  onChange: (change: Partial<Draft>) => void;
}

export function WhereStep(props: StepProps & { isNameAvailable: boolean }) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const clusters = useAppClusters();
  let nameHelp: string = t('create.where.nameHelp');
  if (problems.name) {
    nameHelp = problems.name;
  } else if (props.isNameAvailable) {
    nameHelp = t('shared.name.free', { name: draft.name });
  }

  return (
    <div className={classes.root}>
      <QueryState query={clusters} label={t('create.where.clusters')}>
        {({ items }) => (
          <FormControl component="fieldset" error={Boolean(problems.cluster)}>
            <FormLabel component="legend">
              {t('create.where.cluster')}
            </FormLabel>
            <FormHelperText>
              {problems.cluster ?? t('create.where.clusterHelp')}
            </FormHelperText>
            <RadioGroup
              name="cluster"
              value={draft.cluster}
              onChange={event =>
                onChange({ cluster: event.target.value, namespace: '' })
              }
            >
              {items.map(cluster => {
                const bound = service.clusters.some(
                  c => c.id === cluster.id && c.bound,
                );
                let reason: string | undefined;
                if (!bound) {
                  reason = t(
                    service.offered
                      ? 'create.where.notBound'
                      : 'create.where.withdrawn',
                    { title: service.title },
                  );
                } else if (cluster.connection === 'konnector') {
                  reason = cluster.reachability.message;
                } else if (!cluster.reachability.reachable) {
                  reason = t('create.where.away', {
                    message:
                      cluster.reachability.message ?? t('shared.unknown'),
                  });
                }
                return (
                  <FormControlLabel
                    key={cluster.id}
                    value={cluster.id}
                    className={classes.choice}
                    disabled={Boolean(reason)}
                    control={
                      <Radio color="primary" className={classes.radio} />
                    }
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
                );
              })}
            </RadioGroup>
          </FormControl>
        )}
      </QueryState>
      <NamespaceField
        service={service}
        draft={draft}
        problem={problems.namespace}
        onChange={namespace => onChange({ namespace })}
      />
      <TextField
        id="klutch-create-name"
        label={t('create.where.name')}
        value={draft.name}
        onChange={event => onChange({ name: event.target.value })}
        error={Boolean(problems.name)}
        helperText={nameHelp}
        variant="outlined"
        autoComplete="off"
        inputProps={{ spellCheck: false, autoCapitalize: 'none' }}
      />
    </div>
  );
}
