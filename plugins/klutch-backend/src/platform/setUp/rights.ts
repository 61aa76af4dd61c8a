/** Compares the rights that the portal uses on the control plane with those that it has. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { requiredRights } from '@klutch/binding-backend';
import {
  actionText,
  everyAction,
  reviewActions,
  type ActionReview,
  type Impersonation,
  type KubeClient,
  type ResourceAttributes,
} from '@klutch/kube';
import { finding, type Check, type Finding } from './finding';

/** What is compared. */
export interface RightsOptions {
  /** The portal's own connection to the control plane. */
  client: Pick<KubeClient, 'canI'>;
  /** The portal's namespace there. */
  namespace: string;
  /** Whether AppClusterBindings are served. */
  appClusterBindings: boolean;
  /** The person who looks at the checklist. */
  person: Impersonation;
}

const maximumShown = 10;

const impersonationOf = (
  resource: 'users' | 'groups',
  name: string,
): ResourceAttributes => ({ verb: 'impersonate', group: '', resource, name });

/** Whether all rights are granted, and not far more. Pure. */
export function rightsFinding(
  reviews: readonly ActionReview[],
  mayDoEverything: boolean,
): Finding {
  const count = `${reviews.length}`;
  const missing = reviews.filter(({ allowed }) => !allowed);
  if (missing.length > 0) {
    const shown = missing
      .slice(0, maximumShown)
      .map(({ action }) => actionText(action));
    const rest = missing.length > maximumShown ? ['…'] : [];
    const params = {
      missing: `${missing.length}`,
      count,
      rights: [...shown, ...rest].join(', '),
    };
    return finding('failed', explain('SetUpRightsMissing', params));
  }
  return mayDoEverything
    ? finding('warning', explain('SetUpRightsExcessive', { count }))
    : finding('ok', explain('SetUpRightsGranted', { count }));
}

/** Whether the portal may act as a person with all groups. Pure. */
export function impersonationFinding(
  { user }: Impersonation,
  reviews: readonly ActionReview[],
): Finding {
  const missing = reviews.filter(({ allowed }) => !allowed);
  const subjects = missing.map(({ action }) => action.name).join(', ');
  return missing.length === 0
    ? finding('ok', explain('SetUpImpersonationGranted', { user }))
    : finding('failed', explain('SetUpImpersonationMissing', { subjects }));
}

/** The check of the rights. */
export const rightsCheck = (options: RightsOptions): Check => ({
  name: 'rights',
  docs: 'install-in-backstage.md#4-the-portals-user-on-the-control-plane',
  run: async signal => {
    const { client, person, ...identity } = options;
    const may = (action: ResourceAttributes) => client.canI(action, { signal });
    const rights = requiredRights({ ...identity, isPortal: true });
    // Somebody with a token of their own is not impersonated.
    const impersonations = person.token
      ? []
      : [
          impersonationOf('users', person.user),
          ...person.groups.map(group => impersonationOf('groups', group)),
        ];
    const [reviews, mayDoEverything, ofPerson] = await Promise.all([
      reviewActions(rights, may),
      may(everyAction),
      reviewActions(impersonations, may),
    ]);
    return [
      rightsFinding(reviews, mayDoEverything),
      ...(person.token ? [] : [impersonationFinding(person, ofPerson)]),
    ];
  },
});
