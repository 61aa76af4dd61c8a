/** Form for the settings of a service, generated from the claim's schema. */
import Form from '@rjsf/material-ui';
import type { ErrorSchema, ObjectFieldTemplateProps } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { mergeErrors } from './errors';
import type { SettingsField } from './fields';
import { crossplaneFields, type SettingsValue } from './form';
import { translateErrors, translateLabel } from './formTexts';

const useStyles = makeStyles(theme => ({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
    gap: theme.spacing(2, 3),
    alignItems: 'start',
    // A label in two lines would cover the field.
    '& label[data-shrink]': {
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
  // A group of fields spans all columns.
  group: { gridColumn: '1 / -1' },
}));

const formId = 'settings';

/** The fields of an object, with Crossplane's own fields in a disclosure. */
function Fields(props: ObjectFieldTemplateProps) {
  const classes = useStyles();
  const t = useT();
  const isRoot = props.idSchema.$id === formId;
  const isCrossplaneField = (name: string) =>
    isRoot && crossplaneFields.has(name);
  const grid = (properties: typeof props.properties) => (
    <div className={classes.fields}>
      {properties.map(({ name, content }) => (
        <div
          key={name}
          className={
            content.props.schema?.type === 'object' ? classes.group : undefined
          }
        >
          {content}
        </div>
      ))}
    </div>
  );
  const others = props.properties.filter(({ name }) => isCrossplaneField(name));
  return (
    <>
      {!isRoot && props.title && (
        <Typography variant="subtitle2">{props.title}</Typography>
      )}
      {!isRoot && props.description && (
        <Typography variant="body2" color="textSecondary">
          {props.description}
        </Typography>
      )}
      {grid(props.properties.filter(({ name }) => !isCrossplaneField(name)))}
      {others.length > 0 && (
        <Disclosure title={t('settings.crossplane')}>{grid(others)}</Disclosure>
      )}
    </>
  );
}

const templates = { ObjectFieldTemplate: Fields };

export function SettingsForm(props: {
  settings: SettingsField;
  value: Record<string, unknown>;
  errors: ErrorSchema;
  onChange: (value: SettingsValue, valid: boolean) => void;
}) {
  const { settings } = props;
  const t = useT();
  return (
    <Form
      // Wizard and dialog are forms already, and HTML does not allow nested forms.
      tagName="div"
      idPrefix={formId}
      schema={settings.schema}
      uiSchema={settings.uiSchema}
      templates={templates}
      formData={props.value}
      validator={validator}
      transformErrors={errors => translateErrors(errors, t)}
      translateString={(label, params) => translateLabel(label, params, t)}
      extraErrors={mergeErrors(props.errors, settings.validate(props.value))}
      liveValidate
      showErrorList={false}
      onChange={({ formData, errors }) => {
        const form: SettingsValue['form'] = formData ?? {};
        props.onChange(
          {
            form,
            settings: (settings.toValue(form) ??
              {}) as SettingsValue['settings'],
          },
          // Errors of the dry run have no schemaPath and are ignored here: only another dry run can clear those errors.
          errors.every(error => !error.schemaPath) && !settings.validate(form),
        );
      }}
    >
      <></>
    </Form>
  );
}
