/** Choice of the version; versions that cannot run here are greyed, with the reason. */
import ListItemText from '@material-ui/core/ListItemText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useId } from 'react';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { unavailableText } from '../shared/ruleText';

const useStyles = makeStyles({
  root: { maxWidth: 420 },
  choice: { whiteSpace: 'normal' },
});

export function VersionField(props: {
  versions: ServiceDetail['versions'];
  value: string;
  problem: string | undefined;
  onChange: (version: string) => void;
}) {
  const { versions, value, problem, onChange } = props;
  const classes = useStyles();
  const t = useT();
  // Another composition may not have the version.
  const chosen = versions.find(version => version.value === value);
  return (
    <TextField
      id={useId()}
      className={classes.root}
      select
      label={t('create.what.version')}
      value={chosen?.value ?? ''}
      onChange={event => onChange(event.target.value)}
      error={Boolean(problem)}
      helperText={problem}
      SelectProps={{
        renderValue: () => chosen?.title,
      }}
    >
      {versions.map(version => (
        <MenuItem
          key={version.value}
          value={version.value}
          disabled={!version.available}
        >
          <ListItemText
            className={classes.choice}
            primary={version.title}
            secondary={
              version.available ? undefined : unavailableText(version, t)
            }
          />
        </MenuItem>
      ))}
    </TextField>
  );
}
