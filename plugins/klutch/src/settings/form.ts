/** The form for the `spec` of a service's claims. */
import {
  crossplaneFields,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import type { ServiceDetail } from '../api/types';
import { isNode, type Node } from './node';
import { allowsUnknownFields, ObjectField } from './ObjectField';
import type { SettingsField, SettingsLabels } from './SettingsField';
import { toField } from './toField';

/** Fields that the form shows folded: Crossplane's own, and one about how the automation responds. */
export const advancedFields: ReadonlySet<string> = new Set([
  ...crossplaneFields,
  'acceptsIncomplete',
]);

/** The state of the form. */
export interface SettingsValue {
  /** Form data; only the form reads it. */
  form: Record<string, unknown>;
  /** The fields of `spec` that the form data stands for, without fields left at their default. */
  settings: Record<string, unknown>;
}

/** Whether the wizard has a control outside of the settings for the field: `service` and `plan`, if they have choices. */
export function hasOwnControl(
  field: string,
  service: Pick<ServiceDetail, 'versions' | 'plans'>,
): boolean {
  return (
    (field === 'service' && service.versions.length > 0) ||
    (field === 'plan' && service.plans.length > 0)
  );
}

/** The parts of a service that determine the fields of its claims. */
export type OrderedService = Pick<
  ServiceDetail,
  'schema' | 'versions' | 'plans'
>;

/** The schema of `spec` with the plan's defaults, which the schema of all plans cannot have. */
function withDefaults(
  spec: Node,
  defaults: ServiceDetail['plans'][number]['defaults'] = {},
): Node {
  const properties = isNode(spec.properties) ? spec.properties : {};
  const { parameters } = properties;
  if (!isNode(parameters) || !isNode(parameters.properties)) return spec;
  const fields = Object.entries(parameters.properties).map(([name, node]) => [
    name,
    isNode(node) && Object.hasOwn(defaults, name)
      ? { default: defaults[name], ...node }
      : node,
  ]);
  return {
    ...spec,
    properties: {
      ...properties,
      parameters: { ...parameters, properties: Object.fromEntries(fields) },
    },
  };
}

/** What the form depends on besides the service. */
export interface SettingsFormOptions {
  /** Further fields that the form does not have. */
  isOmitted?: (field: string) => boolean;
  /** The plan whose defaults are shown. */
  plan?: unknown;
}

/** Whether the settings form has this field of `spec`. */
export function isSetting(field: string, service: OrderedService): boolean {
  const spec = specSchemaOf(service.schema);
  return (
    !hasOwnControl(field, service) &&
    (Object.hasOwn(spec.properties ?? {}, field) || allowsUnknownFields(spec))
  );
}

/** The form for all fields of `spec` without a control elsewhere; undefined when there are none. */
export function settingsForm(
  service: OrderedService,
  labels: SettingsLabels,
  { isOmitted = () => false, plan }: SettingsFormOptions = {},
): SettingsField | undefined {
  const defaults = service.plans.find(({ value }) => value === plan)?.defaults;
  const spec = withDefaults(specSchemaOf(service.schema), defaults);
  const properties = Object.entries(spec.properties ?? {}).filter(
    ([name]) => !hasOwnControl(name, service) && !isOmitted(name),
  );
  const { title: _, description: __, ...rest } = spec;
  const form = new ObjectField(
    'spec',
    { ...rest, properties: Object.fromEntries(properties) },
    labels,
    'required',
    toField,
  );
  return Object.keys(form.fields).length > 0 ? form : undefined;
}

/** The number of changed settings; each field of `parameters` counts. */
export function countSettings(settings: Node): number {
  const { parameters, ...others } = settings;
  return (
    Object.keys(others).length +
    (isNode(parameters) ? Object.keys(parameters).length : 0)
  );
}
