/** Offers and withdraws APIs on the control plane, impersonating the operator. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import {
  apiName,
  bindResources,
  isOfferable,
  parseApiName,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  missingPolicy,
  planTemplate,
  templateApi,
  templateRoles,
} from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../claimApis/claimResource';
import {
  CONTROL_PLANE_TITLE,
  type ControlPlane,
} from '../clusters/ControlPlane';
import { explainedError } from '../errors/explainedError';
import { InvalidError, AlreadyExistsError } from '../errors/InvalidError';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import type { Platform } from './Platform';
import { templateView } from './platformViews';

/** Dependencies of {@link Offers}. */
export interface OffersOptions {
  controlPlane: ControlPlane;
  inventory: Inventory;
  platform: Platform;
}

const fieldManager = PORTAL_FIELD_MANAGER;

/** Drops the fields that only the portal shows. */
const toPermissionClaim = ({
  text: _text,
  whole: _whole,
  ...claim
}: Schemas['PermissionClaim']): PermissionClaim => claim;

/** Export templates and their roles. */
export class Offers {
  readonly #options: OffersOptions;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /**
   * Applies the roles, which the binding backend requires, then the template.
   *
   * @throws ConflictError, before any change, for claims that require the admission policy for app clusters: the
   * roles are effective at once for app clusters that have the API
   */
  async create(
    person: Person,
    request: Schemas['ExportTemplateRequest'],
  ): Promise<Schemas['ExportTemplate']> {
    const { controlPlane, inventory, platform } = this.#options;
    const { resource } = request;
    const crd = controlPlane.caches.crds.get(resource);
    const info = inventory.service(resource);
    if (!crd || !info || !isOfferable(crd)) {
      throw new InvalidError(explain('ApiNotOfferable', { resource }), [
        { field: 'resource', ...explain('ApiIsMissing') },
      ]);
    }
    if (controlPlane.offered().has(resource)) {
      throw new AlreadyExistsError(
        explain('OfferedAlready', { service: info.title }),
        [{ field: 'resource', ...explain('ApiIsOffered') }],
      );
    }
    const api = parseApiName(resource);
    const [template, ...roles] = planTemplate({
      ...api,
      claims: request.claims.map(toPermissionClaim),
    });
    const client = controlPlane.client.as(person.kubernetes);
    const errorContext = {
      action: `offer ${info.title}`,
      object: `The export template "${template.metadata.name}"`,
      cluster: CONTROL_PLANE_TITLE,
      user: person.kubernetes.user,
    };
    const missingPolicyMessage = await mapKubeErrors(
      { ...errorContext, user: undefined },
      () => missingPolicy(controlPlane.client, template), // reads with the rights of the portal's own user
    );
    if (missingPolicyMessage) {
      throw explainedError(
        ConflictError,
        explain('OfferNeedsPolicy', { error: missingPolicyMessage }),
      );
    }
    const created = await mapKubeErrors(errorContext, async () => {
      await client.create(bindResources.templates, template, { dryRun: true });
      for (const role of roles) {
        await client.apply(core.clusterRoles, role, {
          fieldManager,
          force: true,
        });
      }
      return client.create(bindResources.templates, template, { fieldManager });
    });
    return templateView(created, {
      title: info.title,
      boundOn: platform.boundOn(resource),
    });
  }

  /**
   * Deletes the template. Its roles remain as long as an app cluster has an export of the API: the konnector needs
   * one role, and the backend needs the other to revoke the konnector's rights.
   */
  async remove(
    person: Person,
    key: { namespace: string; name: string },
  ): Promise<void> {
    const { controlPlane, platform } = this.#options;
    const client = controlPlane.client.as(person.kubernetes);
    const errorContext = {
      action: `withdraw the export template "${key.name}"`,
      object: `The export template "${key.name}"`,
      cluster: CONTROL_PLANE_TITLE,
      user: person.kubernetes.user,
    };
    await mapKubeErrors(errorContext, async () => {
      const template = await client.get(bindResources.templates, key);
      if (!template) {
        throw explainedError(
          NotFoundError,
          explain('TemplateGone', { template: key.name }),
        );
      }
      const { uid } = template.metadata;
      await client.delete(bindResources.templates, key, {
        preconditions: { uid },
      });
      const resource = apiName(templateApi(template));
      const isOfferedElsewhere = controlPlane.caches.templates
        .list()
        .some(
          other =>
            other.metadata.uid !== uid &&
            apiName(templateApi(other)) === resource,
        );
      if (isOfferedElsewhere || platform.isExported(resource)) return;
      for (const { metadata } of templateRoles(template)) {
        await client.delete(core.clusterRoles, { name: metadata.name ?? '' });
      }
    });
  }
}
