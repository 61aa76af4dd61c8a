/** Choice of the backend of a service, by the name of its composition. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { compositionsOf } from './compositions';

const useStyles = makeStyles({ root: { maxWidth: 420 } });

export function BackendField(props: {
  service: ServiceDetail;
  /** Default: the default composition. */
  value: string | undefined;
  problem?: string;
  onChange: (composition: string) => void;
}) {
  const { service, problem } = props;
  const classes = useStyles();
  const t = useT();
  const compositions = compositionsOf(service);
  return (
    <TextField
      id={useId()}
      className={classes.root}
      select
      label={t('services.service.backend')}
      value={props.value ?? compositions[0] ?? ''}
      onChange={event => props.onChange(event.target.value)}
      error={Boolean(problem)}
      helperText={problem ?? t('services.service.backendHelp')}
    >
      {compositions.map(composition => (
        <MenuItem key={composition} value={composition}>
          {composition}{' '}
          {composition === service.defaultComposition &&
            t('services.service.compositionDefault')}
        </MenuItem>
      ))}
    </TextField>
  );
}
