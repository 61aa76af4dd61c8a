/** Templates of the scaffolder that order instances of data services. */
import type { Entity } from '@backstage/catalog-model';
import type { JsonObject } from '@backstage/types';
import {
  crossplaneFields,
  specSchemaOf,
  type ClaimSchema,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { EntityContext } from './entityContext';
import { serviceMetadata } from './serviceMetadata';
import { fieldPath, settingExpression } from './settingExpression';
import { settingsSchema } from './settingsSchema';
import {
  parameterOf,
  settingsPage,
  wherePage,
  whatPage,
} from './templatePages';

type ServiceDetail = Schemas['ServiceDetail'];

/** The fields of `spec` that are chosen with the plan; the rules of an API without choices take any value. */
const chosenFields = ({ versions, plans }: ServiceDetail): string[] => [
  ...(versions.length > 0 ? ['service'] : []),
  ...(plans.length > 0 ? ['plan'] : []),
];

/** The `spec` of the order, from the parameters. */
function orderedSpec(
  { defaultComposition, schema }: ServiceDetail,
  chosen: readonly string[],
  settings: readonly string[],
): JsonObject {
  const { properties = {}, required = [] } = specSchemaOf(
    schema as ClaimSchema,
  );
  return {
    // Rules of services read the composition without testing whether the claim names one.
    ...(defaultComposition && { compositionRef: { name: defaultComposition } }),
    ...Object.fromEntries(
      chosen.map(field => [field, `\${{ parameters.plan.${field} }}`]),
    ),
    ...Object.fromEntries(
      settings.map(field => [
        field,
        settingExpression(
          fieldPath('parameters', parameterOf(field)),
          properties[field] ?? {},
          required.includes(field),
        ),
      ]),
    ),
  };
}

/** The Template that orders an instance of the service, from the schema of its claims. */
export function serviceTemplate(
  service: ServiceDetail,
  context: EntityContext,
): Entity {
  const { resource, schema, title } = service;
  const chosen = chosenFields(service);
  const settings = settingsSchema(
    specSchemaOf(schema as ClaimSchema),
    new Set([...crossplaneFields, ...chosen]),
  );
  const fields = Object.keys(settings.properties);
  return {
    apiVersion: 'scaffolder.backstage.io/v1beta3',
    kind: 'Template',
    metadata: {
      ...serviceMetadata(service, context),
      title: `${title} instance`,
      tags: ['data-service'],
    },
    spec: {
      type: 'data-service',
      owner: context.defaultOwner,
      parameters: [
        wherePage(resource),
        ...(chosen.length > 0 ? [whatPage(resource)] : []),
        ...(fields.length > 0 ? [settingsPage(settings)] : []),
      ],
      steps: [
        {
          id: 'order',
          name: 'Order the instance',
          action: 'klutch:instance:create',
          input: {
            cluster: '${{ parameters.target.cluster }}',
            namespace: '${{ parameters.target.namespace }}',
            resource,
            name: '${{ parameters.name }}',
            owner: '${{ parameters.owner }}',
            component: '${{ parameters.component }}',
            system: '${{ parameters.system }}',
            spec: orderedSpec(service, chosen, fields),
          },
        },
      ],
      output: {
        links: [
          {
            title: 'Open the instance',
            icon: 'dashboard',
            url: '${{ steps.order.output.path }}',
          },
          {
            title: 'Show it in the catalog',
            icon: 'catalog',
            entityRef: '${{ steps.order.output.entityRef }}',
          },
        ],
      },
    },
  };
}
