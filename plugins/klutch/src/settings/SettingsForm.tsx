/** Form for the settings of a service, generated from the claim's schema. */
import Form from '@rjsf/material-ui';
import {
  explainRule,
  ruleViolations,
  specSchemaOf,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';
import type { ErrorSchema, ObjectFieldTemplateProps } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { Fragment, type ReactElement } from 'react';
import { useT } from '../hooks/useT';
import { Disclosure } from '../shared/Disclosure';
import { AlternativesWidget } from './AlternativesWidget';
import { mergeErrors, settingsErrors } from './errors';
import type { SettingsField } from './SettingsField';
import { groupsOf } from './groups';
import type { Node } from './node';
import { advancedFields, type SettingsValue } from './form';
import { translateErrors, translateLabel } from './formTexts';

const useStyles = makeStyles(theme => ({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(260px, 1fr))',
    gap: theme.spacing(2, 3),
    alignItems: 'start',
    // A label in two lines would cover the field.
    '& label[data-shrink]': {
      // Its text begins 14 pixels inside of the field.
      maxWidth: 'calc(100% - 28px)',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    // Scaled down.
    '& label[data-shrink=true]': { maxWidth: 'calc((100% - 28px) / 0.75)' },
  },
  // A group of fields spans all columns.
  group: { gridColumn: '1 / -1' },
  // The label of an outlined field is on its upper edge.
  title: { margin: theme.spacing(2, 0, 1.5) },
}));

const formId = 'settings';

/** The rules of the API, which hold for settings together with the rest of the spec. */
export interface SettingsRules {
  schema: ClaimSchema;
  /** The spec besides the form's fields. */
  others: Node;
  /** The spec before the change; absent for a new claim. */
  before?: Node;
}

/** The fields of an object by group, with the advanced ones in a disclosure. */
function Fields(props: ObjectFieldTemplateProps) {
  const classes = useStyles();
  const t = useT();
  const isRoot = props.idSchema.$id === formId;
  const isAdvanced = (name: string) => isRoot && advancedFields.has(name);
  const isObject = (content: ReactElement) =>
    content.props.schema?.type === 'object';
  const grid = (properties: typeof props.properties) => (
    <div className={classes.fields}>
      {properties.map(({ name, content }) => (
        <div
          key={name}
          className={isObject(content) ? classes.group : undefined}
        >
          {content}
        </div>
      ))}
    </div>
  );
  const others = props.properties.filter(({ name }) => isAdvanced(name));
  return (
    <>
      {!isRoot && props.title && (
        <Typography variant="subtitle2" className={classes.title}>
          {props.title}
        </Typography>
      )}
      {!isRoot && props.description && (
        <Typography variant="body2" color="textSecondary">
          {props.description}
        </Typography>
      )}
      {groupsOf(
        props.properties.filter(({ name }) => !isAdvanced(name)),
        ({ content }) => content.props.uiSchema?.['ui:group'],
      ).map(({ title, members }) => (
        <Fragment key={title ?? ''}>
          {title && (
            <Typography variant="subtitle2" className={classes.title}>
              {title}
            </Typography>
          )}
          {grid(members)}
        </Fragment>
      ))}
      {others.length > 0 && (
        <Disclosure title={t('settings.advanced')}>{grid(others)}</Disclosure>
      )}
    </>
  );
}

const templates = { ObjectFieldTemplate: Fields };
const widgets = { alternatives: AlternativesWidget };

export function SettingsForm(props: {
  settings: SettingsField;
  value: Record<string, unknown>;
  errors: ErrorSchema;
  rules: SettingsRules;
  onChange: (value: SettingsValue, valid: boolean) => void;
}) {
  const { settings, rules } = props;
  const { service, plan, compositionRef } = rules.others;
  const t = useT();
  const valueOf = (form: SettingsValue['form']) =>
    (settings.toValue(form) ?? {}) as SettingsValue['settings'];
  const violations = ruleViolations(
    specSchemaOf(rules.schema),
    { ...rules.others, ...valueOf(props.value) },
    rules.before,
  );
  const extraErrors = [
    settingsErrors(
      violations.map(({ field, message }) => ({
        field,
        ...explainRule(message),
      })),
      settings,
      t,
    ),
    settings.validate(props.value),
  ].reduce<ErrorSchema>(mergeErrors, props.errors);
  return (
    <Form
      // The form keeps errors until a field changes, also those that a new plan resolves.
      key={JSON.stringify([service, plan, compositionRef])}
      // Wizard and dialog are forms already, and HTML does not allow nested forms.
      tagName="div"
      idPrefix={formId}
      schema={settings.schema}
      uiSchema={settings.uiSchema}
      templates={templates}
      widgets={widgets}
      formData={props.value}
      validator={validator}
      // Otherwise the form adds an empty list for every list that a claim does not have.
      experimental_defaultFormStateBehavior={{
        emptyObjectFields: 'populateRequiredDefaults',
      }}
      transformErrors={errors => translateErrors(errors, t)}
      translateString={(label, params) => translateLabel(label, params, t)}
      extraErrors={extraErrors}
      liveValidate
      showErrorList={false}
      onChange={({ formData, errors }) => {
        const form: SettingsValue['form'] = formData ?? {};
        props.onChange(
          { form, settings: valueOf(form) },
          // Errors of the dry run and of rules have no schemaPath and are ignored here: the app cluster decides.
          errors.every(error => !error.schemaPath) && !settings.validate(form),
        );
      }}
    >
      <></>
    </Form>
  );
}
