/** A field of a template with several controls: the template's title and description, and the controls. */
import { ScaffolderField } from '@backstage/plugin-scaffolder-react/alpha';
import FormControl from '@material-ui/core/FormControl';
import FormLabel from '@material-ui/core/FormLabel';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { ReactNode } from 'react';
import { descriptionOf } from './descriptionOf';
import type { PlanFieldProps, TargetFieldProps } from './fields';

const useStyles = makeStyles(theme => ({
  title: { color: theme.palette.text.primary, fontWeight: 600 },
  controls: {
    display: 'grid',
    gap: theme.spacing(2),
    marginTop: theme.spacing(1.5),
  },
}));

export function FieldGroup(props: {
  field: TargetFieldProps | PlanFieldProps;
  /** Title for a template that has none. */
  defaultTitle: string;
  /** The values, shown in the place of the controls of a field that cannot be changed. */
  values: (string | undefined)[];
  children: ReactNode;
}) {
  const { field } = props;
  const { schema, required, rawErrors, disabled, readonly } = field;
  const classes = useStyles();
  return (
    <ScaffolderField
      rawDescription={descriptionOf(field)}
      rawErrors={rawErrors}
      required={required}
    >
      <FormControl component="fieldset" fullWidth required={required}>
        <FormLabel component="legend" className={classes.title}>
          {schema.title ?? props.defaultTitle}
        </FormLabel>
        {disabled || readonly ? (
          <Typography>{props.values.filter(Boolean).join(', ')}</Typography>
        ) : (
          <div className={classes.controls}>{props.children}</div>
        )}
      </FormControl>
    </ScaffolderField>
  );
}
