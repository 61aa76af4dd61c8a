/** Rules for conditional decisions about services of the catalog. */
import {
  createConditionExports,
  createPermissionResourceRef,
  createPermissionRule,
} from '@backstage/plugin-permission-node';
import {
  RESOURCE_TYPE_KLUTCH_SERVICE,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { z } from 'zod';
import { byField } from './byField';
import type { Predicate } from './toPredicate';

type Service = Schemas['Service'];

/**
 * Resource type `klutch-service`; a query is a predicate over the services of the catalog.
 * @public
 */
export const klutchServiceResourceRef = createPermissionResourceRef<
  Service,
  Predicate<Service>
>().with({ pluginId: 'klutch', resourceType: RESOURCE_TYPE_KLUTCH_SERVICE });

/** All rules for services. */
export const serviceRules = {
  ofService: createPermissionRule({
    name: 'ofService',
    description: 'Allow these services',
    resourceRef: klutchServiceResourceRef,
    paramsSchema: z.object({
      services: z
        .array(z.string())
        .describe('APIs of instances, as <plural>.<group>'),
    }),
    ...byField(
      ({ services }: { services: string[] }) => services,
      ({ resource }: Service) => resource,
    ),
  }),
};

const serviceConditionExports = createConditionExports({
  resourceRef: klutchServiceResourceRef,
  rules: serviceRules,
});

/**
 * Conditions for decisions about services, for permission policies.
 * @public
 */
export const klutchServiceConditions = serviceConditionExports.conditions;

/**
 * A conditional decision about a permission on services, for permission policies.
 * @public
 */
export const createKlutchServiceConditionalDecision =
  serviceConditionExports.createConditionalDecision;
