/** Step “Where”: app cluster, namespace, name, and whom the instance is for. */
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { ClusterField } from './ClusterField';
import type { Draft } from './draft';
import { NamespaceField } from './NamespaceField';
import { OwnershipFields } from '../shared/OwnershipFields';
import type { Problems } from './problems';

const useStyles = makeStyles(theme => ({
  root: { display: 'grid', gap: theme.spacing(4), maxWidth: 640 },
}));

export interface StepProps {
  service: ServiceDetail;
  draft: Draft;
  /** Validation messages of edited fields, and of all fields once the step was submitted. */
  problems: Problems;
  onChange: (change: Partial<Draft>) => void;
}

export function TargetStep(props: StepProps & { isNameAvailable: boolean }) {
  const { service, draft, problems, onChange } = props;
  const classes = useStyles();
  const t = useT();
  let nameHelp: string = t('create.where.nameHelp');
  if (problems.name) {
    nameHelp = problems.name;
  } else if (props.isNameAvailable) {
    nameHelp = t('shared.name.free', { name: draft.name });
  }

  return (
    <div className={classes.root}>
      <ClusterField
        service={service}
        value={draft.cluster}
        problem={problems.cluster}
        onChange={cluster => onChange({ cluster, namespace: '' })}
      />
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
        autoComplete="off"
        inputProps={{ spellCheck: false, autoCapitalize: 'none' }}
      />
      <OwnershipFields value={draft} onChange={onChange} />
    </div>
  );
}
