/** Reveals credentials on request: read live as the user, and never stored. */
import { NotFoundError } from '@backstage/errors';
import {
  klutchCredentialsRevealPermission,
  type ClaimRef,
  type Schemas,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { core } from '@klutch/kube';
import { explainedError } from '../errors/explainedError';
import { claimResource, secretNameOf } from '../claimApis/claimResource';
import type { ActivityLog } from '../activity/ActivityLog';
import {
  claimErrorContext,
  claimNotFound,
  type ClaimLocator,
} from '../claims/ClaimLocator';
import type { ClaimGuard } from '../claims/ClaimGuard';
import type { ClaimViews } from '../claims/ClaimViews';
import { InvalidError } from '../errors/InvalidError';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Caller } from '../identity/Caller';
import { credentialFields } from './credentialFields';

/** Reads the credentials of service bindings. */
export class CredentialsService {
  constructor(
    private readonly options: {
      activity: ActivityLog;
      locator: ClaimLocator;
      guard: ClaimGuard;
      views: ClaimViews;
    },
  ) {}

  /**
   * The credentials of a service binding.
   *
   * @param reason - why the person needs them, for the activity of the instance
   * @throws NotFoundError while the credentials have not arrived
   */
  async reveal(
    caller: Caller,
    ref: ClaimRef,
    reason?: string,
  ): Promise<Schemas['Credentials']> {
    const { activity, guard, locator, views } = this.options;
    const located = await locator.locateFor(
      caller,
      ref,
      klutchCredentialsRevealPermission,
      'read credentials',
    );
    const { grant, person, target } = located;
    const { cluster, info } = target;
    if (info.type !== 'binding') {
      throw new InvalidError(explain('NoCredentials', { service: info.title }));
    }
    const client = cluster.client.as(person.kubernetes);
    const errorContext = claimErrorContext(
      target,
      person,
      'read the credentials of',
    );
    return mapKubeErrors(errorContext, async () => {
      const binding = await client.get(claimResource(info.api), ref);
      if (!binding) {
        throw claimNotFound(target);
      }
      guard.requireVisible(located, binding);
      await guard.requireWithSources([grant], located, binding);
      // By its name alone a service binding could select the Secret of another one.
      const secretName = grant.isConditional
        ? binding.status?.managed?.secret?.name
        : secretNameOf(binding);
      const secret =
        secretName &&
        (await client.get(core.secrets, {
          namespace: ref.namespace,
          name: secretName,
        }));
      // The provider creates the Secret before its data is ready.
      if (!secret || !secret.data || Object.keys(secret.data).length === 0) {
        throw explainedError(NotFoundError, explain('CredentialsNotYet'));
      }
      const claim = views.detail(target, binding);
      await activity.record(person.userRef, claim, 'revealed', { reason });
      return { secretName, fields: credentialFields(secret.data) };
    });
  }
}
