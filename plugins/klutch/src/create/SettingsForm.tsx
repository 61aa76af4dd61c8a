/** The settings of a service as a form made from its schema. */
import Form from '@rjsf/material-ui';
import type { ErrorSchema, ObjectFieldTemplateProps } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { makeStyles } from '@material-ui/core/styles';
import type { SettingsSchema } from './settingsSchema';

const useStyles = makeStyles(theme => ({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
    gap: theme.spacing(2, 3),
    alignItems: 'start',
  },
}));

function Fields(props: ObjectFieldTemplateProps) {
  const classes = useStyles();
  return (
    <div className={classes.fields}>
      {props.properties.map(property => (
        <div key={property.name}>{property.content}</div>
      ))}
    </div>
  );
}

const templates = { ObjectFieldTemplate: Fields };

export function SettingsForm(props: {
  settings: SettingsSchema;
  value: Record<string, unknown>;
  errors: ErrorSchema;
  onChange: (value: Record<string, unknown>, valid: boolean) => void;
}) {
  return (
    <Form
      // Inside the wizard's own form; a form in a form is not HTML.
      tagName="div"
      idPrefix="settings"
      schema={props.settings.schema}
      uiSchema={props.settings.ui}
      templates={templates}
      formData={props.value}
      validator={validator}
      extraErrors={props.errors}
      liveValidate
      showErrorList={false}
      onChange={({ formData, errors }) =>
        props.onChange(
          formData ?? {},
          // Errors of the clusters are in the list as well, but only a new check can take them away.
          errors.every(error => !error.schemaPath),
        )
      }
    >
      <></>
    </Form>
  );
}
