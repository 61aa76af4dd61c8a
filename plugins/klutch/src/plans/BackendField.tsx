/** Choice of the backend of a service, by the name of its composition. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import { useT } from '../hooks/useT';

const useStyles = makeStyles({ root: { maxWidth: 420 } });

export function BackendField(props: {
  /** Names of their compositions. */
  backends: readonly string[];
  byDefault: string | undefined;
  /** Default: `byDefault`. */
  value: string | undefined;
  problem?: string;
  onChange: (composition: string) => void;
}) {
  const { backends, byDefault, problem } = props;
  const classes = useStyles();
  const t = useT();
  return (
    <TextField
      id={useId()}
      className={classes.root}
      select
      label={t('services.service.backend')}
      value={props.value ?? byDefault ?? ''}
      onChange={event => props.onChange(event.target.value)}
      error={Boolean(problem)}
      helperText={problem ?? t('services.service.backendHelp')}
    >
      {backends.map(composition => (
        <MenuItem key={composition} value={composition}>
          {composition}{' '}
          {composition === byDefault &&
            t('services.service.compositionDefault')}
        </MenuItem>
      ))}
    </TextField>
  );
}
