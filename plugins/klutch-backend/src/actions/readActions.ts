/** Actions that read services and instances. */
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import { requireInstanceType } from './instanceType';
import type { PortalCalls } from './PortalCalls';
import {
  claimOutput,
  claimSummary,
  instanceFields,
  listFields,
} from './schemas';

const attributes = { readOnly: true, destructive: false, idempotent: true };

function registerListServices(
  registry: ActionsRegistryService,
  calls: PortalCalls,
) {
  registry.register({
    name: 'list-services',
    title: 'List data services',
    description:
      'Lists the data services that can be ordered, with the app clusters on which each is available.',
    attributes,
    schema: {
      input: z => z.object({}).strict(),
      output: z =>
        z.object({
          services: z.array(
            z.object({
              resource: z.string(),
              title: z.string(),
              description: z.string(),
              offered: z.boolean(),
              versions: z.array(
                z.object({ value: z.string(), available: z.boolean() }),
              ),
              clusters: z.array(
                z.object({ id: z.string(), bound: z.boolean() }),
              ),
            }),
          ),
        }),
    },
    action: ({ credentials }) =>
      calls.as(credentials, async parts => {
        const { items } = await calls.handlers.listServices({
          ...parts,
          path: undefined,
          query: undefined,
          body: undefined,
        });
        const services = items.filter(({ type }) => type === 'instance');
        return { output: { services } };
      }),
  });
}

function registerListInstances(
  registry: ActionsRegistryService,
  calls: PortalCalls,
) {
  registry.register({
    name: 'list-instances',
    title: 'List service instances',
    description:
      'Lists the service instances that the user may see, those that need attention first.',
    attributes,
    schema: {
      input: z => z.object(listFields(z)).strict(),
      output: z =>
        z.object({
          instances: z.array(claimOutput(z)),
          total: z.number().describe('Number of instances on all pages'),
          nextCursor: z.string().optional(),
          complete: z
            .boolean()
            .optional()
            .describe('False while instances may be missing'),
        }),
    },
    action: ({ credentials, input }) =>
      calls.as(credentials, async parts => {
        const page = await calls.handlers.listClaims({
          ...parts,
          path: undefined,
          query: { ...input, type: 'instance', sort: 'state' },
          body: undefined,
        });
        const { items, total, nextCursor, complete } = page;
        const instances = items.map(claimSummary);
        return { output: { instances, total, nextCursor, complete } };
      }),
  });
}

function registerGetInstance(
  registry: ActionsRegistryService,
  calls: PortalCalls,
) {
  registry.register({
    name: 'get-instance',
    title: 'Get a service instance',
    description:
      'Reads one service instance: state, spec, and the generation that a change of the spec needs.',
    attributes,
    schema: {
      input: z => z.object(instanceFields(z)).strict(),
      output: z =>
        claimOutput(z).extend({
          generation: z.number(),
          spec: z.record(z.unknown()),
        }),
    },
    action: ({ credentials, input }) =>
      calls.as(credentials, async parts => {
        const claim = await calls.getClaim(parts, input);
        requireInstanceType(claim);
        const { generation, spec } = claim;
        return { output: { ...claimSummary(claim), generation, spec } };
      }),
  });
}

export function registerReadActions(
  registry: ActionsRegistryService,
  calls: PortalCalls,
): void {
  registerListServices(registry, calls);
  registerListInstances(registry, calls);
  registerGetInstance(registry, calls);
}
