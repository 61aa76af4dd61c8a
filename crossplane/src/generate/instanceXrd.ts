/** The XRD of a data service's instances. */
import type { DataService, Schema } from '../dataServices/DataService';
import {
  parsePlan,
  planNames,
  planTitle,
  serviceNames,
} from '../dataServices/plans';
import type { CompositeResourceDefinition } from '../types';
import { instanceAnnotations, type PlanAnnotation } from './annotations';
import { backendRules, parameterRules } from './backendRules';
import { planRules } from './planRules';
import {
  claimXrd,
  compositionIsFixed,
  managedConditions,
  messageColumn,
} from './xrd';

/** The APIs of a service's bindings, backups and restores, for the portal. */
const relatedApis = {
  binding: 'servicebindings.anynines.com',
  backup: 'backups.anynines.com',
  restore: 'restores.anynines.com',
};

/** Title and resources of each plan. */
const plansOf = (service: DataService): [string, PlanAnnotation][] =>
  planNames(service)
    .flatMap(name => parsePlan(name) ?? [])
    .map(plan => [
      plan.name,
      {
        title: planTitle(service, plan),
        replicas: plan.topology === 'single' ? 1 : 3,
        ...service.planFacts[plan.size],
      },
    ]);

const time = (description: string): Schema => ({
  type: 'string',
  description: `${description}, RFC 3339.`,
});

const count = (description: string): Schema => ({
  type: 'integer',
  description: `${description}.`,
});

/** What the automation reports of an instance. */
const managed: Record<string, Schema> = {
  state: {
    type: 'string',
    description: 'created, deploying, provisioned, deleting or failed.',
  },
  version: {
    type: 'string',
    description: 'Version of the server, where the automation reports one.',
  },
  createdAt: time('When the instance was ordered'),
  provisionedAt: time('When the instance became usable'),
  updatedAt: time('When the instance last changed'),
  usage: {
    type: 'object',
    description: 'What is used of the plan, where the automation reports it.',
    properties: {
      storageBytes: count('Storage used, in bytes'),
      storageLimitBytes: count('Storage of the plan, in bytes'),
      connections: count('Open connections of users'),
      connectionLimit: count('Connections that users can open'),
    },
  },
  conditions: managedConditions,
};

/** The same for services that a8s provides, too. */
const managedWithA8s: Record<string, Schema> = {
  ...managed,
  clusterStatus: {
    type: 'string',
    description:
      'Running, or NotRunning while a server is missing; reported by a8s only.',
  },
  readyReplicas: count('Servers that are ready; reported by a8s only'),
};

/** The schema of an order, with all rules that the API server can check. */
const specOf = (service: DataService): Schema => {
  const { fields, parameters } = service;
  return {
    description: 'What is ordered.',
    required: ['service', 'plan'],
    'x-kubernetes-validations': [
      ...backendRules(service),
      compositionIsFixed(': the data would stay behind; create a new instance'),
      ...(service.rules ?? []),
      ...parameterRules(service),
    ],
    properties: {
      service: {
        type: 'string',
        description: service.serviceDescription,
        enum: serviceNames(service),
        'x-kubernetes-validations': [
          {
            rule: 'self == oldSelf',
            message:
              'the service cannot be changed; create a new instance and move the data',
          },
        ],
      },
      plan: {
        type: 'string',
        description: service.planChanges.fixed
          ? 'Size and components. Fixed for life.'
          : 'Size and topology. It can grow but not shrink.',
        enum: planNames(service),
        'x-kubernetes-validations': planRules(service),
      },
      acceptsIncomplete: {
        type: 'boolean',
        description:
          'Whether the automation may answer before the work is done.',
      },
      ...fields,
      parameters: {
        type: 'object',
        description:
          "Settings of the server; the plan's own apply where none is given.",
        properties: Object.fromEntries(
          Object.entries(parameters).map(([name, { schema }]) => [
            name,
            schema,
          ]),
        ),
      },
    },
  };
};

/** The XRD of the service's instances. */
export function instanceXrd(service: DataService): CompositeResourceDefinition {
  const { backends, kind, parameters, plural, title } = service;
  const composition = backends[0].composition;
  return claimXrd(
    {
      kind,
      plural,
      description: `An instance of ${title}.`,
      defaultComposition: composition,
      annotations: instanceAnnotations({
        serviceType: service.type,
        relatedApis,
        title,
        description: service.description,
        icon: service.icon,
        docsUrl: service.docsUrl,
        services: service.serviceTitles,
        plans: plansOf(service),
        parameters: Object.entries(parameters).map(
          ([name, { unit, group, only }]) => [
            name,
            {
              unit,
              group: only && only !== composition ? `Only with ${only}` : group,
            },
          ],
        ),
      }),
      columns: [
        { name: 'Service', type: 'string', jsonPath: '.spec.service' },
        { name: 'Plan', type: 'string', jsonPath: '.spec.plan' },
        {
          name: 'Version',
          type: 'string',
          jsonPath: '.status.managed.version',
        },
        { name: 'State', type: 'string', jsonPath: '.status.managed.state' },
        messageColumn,
      ],
      managed: backends.some(({ composition: name }) => name.startsWith('a8s-'))
        ? managedWithA8s
        : managed,
      spec: specOf(service),
    },
    { defaultCompositeDeletePolicy: 'Foreground' },
  );
}
