/** Rules for conditional decisions about claims. */
import {
  createConditionExports,
  createPermissionResourceRef,
  createPermissionRule,
} from '@backstage/plugin-permission-node';
import {
  RESOURCE_TYPE_KLUTCH_CLAIM,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { z } from 'zod';
import { entityRefOf } from '../claimApis/entityRef';
import { byField } from './byField';
import type { Predicate } from './toPredicate';

type Claim = Schemas['Claim'];

/**
 * Resource type `klutch-claim`. Rules are evaluated on the row of a claim, and their query is a predicate over the rows
 * of the index.
 * @public
 */
export const klutchClaimResourceRef = createPermissionResourceRef<
  Claim,
  Predicate<Claim>
>().with({ pluginId: 'klutch', resourceType: RESOURCE_TYPE_KLUTCH_CLAIM });

const list = (description: string) => z.array(z.string()).describe(description);

const isOwner = createPermissionRule({
  resourceRef: klutchClaimResourceRef,
  name: 'isOwner',
  description: 'Allow claims that belong to one of these owners',
  paramsSchema: z.object({
    owners: list('Entity refs, for example the ownership refs of the user'),
  }),
  ...byField(
    ({ owners }: { owners: string[] }) =>
      owners.flatMap(owner => entityRefOf(owner, 'group') ?? []),
    ({ owner }: Claim) => entityRefOf(owner, 'group'),
  ),
});

const inNamespace = createPermissionRule({
  resourceRef: klutchClaimResourceRef,
  name: 'inNamespace',
  description: 'Allow claims in these namespaces of any app cluster',
  paramsSchema: z.object({ namespaces: list('Names of namespaces') }),
  ...byField(
    ({ namespaces }: { namespaces: string[] }) => namespaces,
    ({ namespace }: Claim) => namespace,
  ),
});

const onAppCluster = createPermissionRule({
  resourceRef: klutchClaimResourceRef,
  name: 'onAppCluster',
  description: 'Allow claims on these app clusters',
  paramsSchema: z.object({ clusters: list('Ids of app clusters') }),
  ...byField(
    ({ clusters }: { clusters: string[] }) => clusters,
    ({ cluster }: Claim) => cluster,
  ),
});

const ofService = createPermissionRule({
  resourceRef: klutchClaimResourceRef,
  name: 'ofService',
  description:
    'Allow instances of these services, and their service bindings, backups and restores',
  paramsSchema: z.object({
    services: list('APIs of instances, as <plural>.<group>'),
  }),
  ...byField(
    ({ services }: { services: string[] }) => services,
    ({ type, resource, instanceResource }: Claim) =>
      type === 'instance' ? resource : instanceResource,
  ),
});

const ofPlan = createPermissionRule({
  resourceRef: klutchClaimResourceRef,
  name: 'ofPlan',
  description: 'Allow instances on these plans; other claims have no plan',
  paramsSchema: z.object({ plans: list('Values of spec.plan') }),
  ...byField(
    ({ plans }: { plans: string[] }) => plans,
    ({ plan }: Claim) => plan,
  ),
});

/** All rules for claims. */
export const claimRules = {
  isOwner,
  inNamespace,
  onAppCluster,
  ofService,
  ofPlan,
};

const claimConditionExports = createConditionExports({
  resourceRef: klutchClaimResourceRef,
  rules: claimRules,
});

/**
 * Conditions for decisions about claims, for permission policies.
 * @public
 */
export const klutchClaimConditions = claimConditionExports.conditions;

/**
 * A conditional decision about a permission on claims, for permission policies.
 * @public
 */
export const createKlutchClaimConditionalDecision =
  claimConditionExports.createConditionalDecision;
