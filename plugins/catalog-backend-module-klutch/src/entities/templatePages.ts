/** Pages of a Template's form. */
import type { JsonObject } from '@backstage/types';
import type { SettingsSchema } from './settingsSchema';

/** Parameters of every Template; the settings, which are parameters too, must not have these names. */
const ownParameters: ReadonlySet<string> = new Set([
  'name',
  'target',
  'owner',
  'component',
  'system',
  'plan',
]);

/** Name of the parameter for a setting. */
export const parameterOf = (field: string): string =>
  ownParameters.has(field) ? `spec-${field}` : field;

/** Name, app cluster and namespace, owner, the component that uses the instance, and its system. */
export const wherePage = (resource: string): JsonObject => ({
  title: 'Where',
  required: ['name', 'target'],
  properties: {
    name: {
      title: 'Name',
      description: 'Lower case letters, digits and hyphens',
      type: 'string',
      pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      maxLength: 63,
      'ui:autofocus': true,
    },
    target: {
      title: 'Target',
      description: 'App cluster and namespace',
      type: 'object',
      'ui:field': 'KlutchTarget',
      'ui:options': { resource },
    },
    owner: {
      title: 'Owner',
      description: 'You or one of your groups; you, if left empty',
      type: 'string',
      'ui:field': 'KlutchOwner',
    },
    component: {
      title: 'Component',
      description: 'The component that uses the instance',
      type: 'string',
      'ui:field': 'EntityPicker',
      'ui:options': { catalogFilter: { kind: 'Component' } },
    },
    system: {
      title: 'System',
      description: 'The system that the instance belongs to',
      type: 'string',
      'ui:field': 'EntityPicker',
      'ui:options': { catalogFilter: { kind: 'System' } },
    },
  },
});

/** Version and plan of a service, `<plural>.<group>`. */
export const whatPage = (resource: string): JsonObject => ({
  title: 'What',
  required: ['plan'],
  properties: {
    plan: {
      title: 'Plan',
      type: 'object',
      'ui:field': 'KlutchPlan',
      'ui:options': { resource },
    },
  },
});

/** All other fields of `spec`. */
export function settingsPage(settings: SettingsSchema): JsonObject {
  const { properties, required } = settings;
  return {
    title: 'Settings',
    ...settings,
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, node]) => [
        parameterOf(field),
        node,
      ]),
    ),
    ...(required && {
      required: required.map(field => parameterOf(String(field))),
    }),
  };
}
