/** The manifests of a data service. Pure functions. */
import type { PermissionClaim } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import {
  claimXrd,
  composition,
  compositionIsFixed,
  icon,
  instanceAnnotations,
  type Composition,
  type CompositeResourceDefinition,
  type Rule,
  type Schema,
} from '@klutch/crossplane';
import { composedResource } from './composedResource';
import type { Definition, Parameter } from './definition';

/** The schema of a parameter; title, unit and group are annotations. */
const parameterSchema = ({
  type,
  description,
  enum: values,
  minimum,
  maximum,
  default: value,
}: Parameter): Schema => ({
  type,
  description,
  ...(values && { enum: values }),
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  ...(value !== undefined && { default: value }),
});

/** Which changes of the plan are refused. */
function planRules({ planChanges, plans }: Definition): Rule[] {
  // The place in the list. The API server's cost estimate refuses `indexOf`; a plan that was removed is below all.
  const rankOf = (variable: string) =>
    `(${plans.map(({ name }, rank) => `${variable} == '${name}' ? ${rank} : `).join('')}-1)`;
  switch (planChanges) {
    case 'none':
      return [
        {
          rule: 'self == oldSelf',
          message: 'the plan cannot be changed; create a new instance',
        },
      ];
    case 'grow':
      return [
        {
          rule: `${rankOf('self')} >= ${rankOf('oldSelf')}`,
          message: 'the plan cannot shrink',
        },
      ];
    default:
      return [];
  }
}

function specSchema(definition: Definition): Schema {
  const { plans, versions, parameters } = definition;
  return {
    description: 'What is ordered.',
    required: [...(versions.length > 0 ? ['service'] : []), 'plan'],
    'x-kubernetes-validations': [compositionIsFixed('; create a new instance')],
    properties: {
      ...(versions.length > 0 && {
        service: {
          type: 'string',
          description: 'Version of the service. Fixed for life.',
          enum: versions.map(({ name }) => name),
          'x-kubernetes-validations': [
            {
              rule: 'self == oldSelf',
              message:
                'the version cannot be changed; create a new instance and move the data',
            },
          ],
        },
      }),
      plan: {
        type: 'string',
        description: 'Plan of the service.',
        enum: plans.map(({ name }) => name),
        'x-kubernetes-validations': planRules(definition),
      },
      ...(parameters.length > 0 && {
        parameters: {
          type: 'object',
          description: 'Settings of the service.',
          properties: Object.fromEntries(
            parameters.map(parameter => [
              parameter.name,
              parameterSchema(parameter),
            ]),
          ),
        },
      }),
    },
  };
}

/** The XRD: the claim's API with its rules, and its presentation in the portal. */
export function xrdOf(definition: Definition): CompositeResourceDefinition {
  const { name, group, kind, plural, title, plans, versions } = definition;
  const resource = composedResource(definition);
  const column = (columnName: string, jsonPath: string) =>
    ({ name: columnName, type: 'string', jsonPath }) as const;
  return claimXrd({
    group,
    kind,
    plural,
    description: `An instance of ${title}.`,
    defaultComposition: name,
    annotations: instanceAnnotations({
      serviceType: name,
      relatedApis: definition.relatedApis,
      title,
      description: definition.description,
      icon: icon(definition.icon.symbol, definition.icon.color),
      docsUrl: definition.docs,
      services: Object.fromEntries(
        versions.map(version => [version.name, version.title ?? version.name]),
      ),
      plans: plans.map(
        ({ name: plan, title: planTitle, sets: _, ...facts }) => [
          plan,
          { title: planTitle ?? plan, ...facts },
        ],
      ),
      parameters: definition.parameters.map(parameter => [
        parameter.name,
        {
          title: parameter.title,
          unit: parameter.unit,
          group: parameter.group,
        },
      ]),
    }),
    columns: [
      ...(versions.length > 0 ? [column('Service', '.spec.service')] : []),
      column('Plan', '.spec.plan'),
      ...resource.columns,
    ],
    spec: specSchema(definition),
    managed: resource.managed,
  });
}

/** The Composition: what an instance consists of. */
export function compositionOf(definition: Definition): Composition {
  const { name, kind, group } = definition;
  const { base, patches } = composedResource(definition);
  return composition(name, kind, base, patches, { group });
}

/** The export template with its roles: what the binding backend offers to app clusters. */
export const templateOf = (definition: Definition) => {
  const { group, plural } = definition;
  const claims: PermissionClaim[] = composedResource(definition).claims;
  return planTemplate({ group, resource: plural, claims });
};
