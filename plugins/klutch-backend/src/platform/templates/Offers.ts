/** Offers, changes and withdraws APIs on the control plane, impersonating the operator. */
import {
  apiName,
  bindResources,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  historyAnnotation,
  historyWith,
  templateApi,
  templateRoles,
  templateState,
} from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../../claimApis/claimResource';
import { CONTROL_PLANE_TITLE } from '../../clusters/ControlPlane';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import type { Platform } from '../Platform';
import {
  templatePatch,
  type PlannedTemplate,
  type TemplateChecks,
  type TemplateKey,
} from './TemplateChecks';
import { templateView } from './templateViews';

/** Dependencies of {@link Offers}. */
export interface OffersOptions {
  checks: TemplateChecks;
  platform: Platform;
}

const fieldManager = PORTAL_FIELD_MANAGER;

async function applyRoles(
  client: KubeClient,
  template: Pick<APIServiceExportTemplate, 'spec'>,
): Promise<void> {
  for (const role of templateRoles(template)) {
    await client.apply(core.clusterRoles, role, { fieldManager, force: true });
  }
}

/** Export templates and their roles. */
export class Offers {
  readonly #options: OffersOptions;

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** Applies the roles, which the binding backend requires, then the template; first as a dry run. */
  async create(
    person: Person,
    request: Schemas['ExportTemplateRequest'],
  ): Promise<Schemas['ExportTemplate']> {
    const { checks } = this.#options;
    const planned = checks.planOffer(request.resource, request);
    const stored = await checks.dryRun(person, planned);
    const client = checks.clientOf(person);
    const { wanted } = planned;
    const created = await mapKubeErrors(
      checks.errorContext(planned, person),
      async () => {
        await applyRoles(client, wanted);
        const annotations = {
          ...wanted.metadata.annotations,
          ...this.#history(person, planned, stored),
        };
        return client.create(
          bindResources.templates,
          { ...wanted, metadata: { ...wanted.metadata, annotations } },
          { fieldManager },
        );
      },
    );
    return this.#view(created, planned);
  }

  /**
   * Applies the roles, then changes the template; first as a dry run. Roles come first, so that a removed claim has no
   * rights when the template no longer has the claim.
   */
  async update(
    person: Person,
    key: TemplateKey,
    request: Schemas['ExportTemplateUpdate'],
  ): Promise<Schemas['ExportTemplate']> {
    const { checks } = this.#options;
    const { resourceVersion } = request;
    const planned = await checks.planChange(
      { ...key, resourceVersion },
      request,
    );
    const stored = await checks.dryRun(person, planned);
    const client = checks.clientOf(person);
    const changed = await mapKubeErrors(
      checks.errorContext(planned, person),
      async () => {
        await applyRoles(client, planned.wanted);
        const annotations = this.#history(person, planned, stored);
        const patch = templatePatch(planned.wanted, annotations);
        try {
          return await client.mergePatch(bindResources.templates, key, patch, {
            fieldManager,
          });
        } catch (error) {
          await this.#restoreRoles(client, key);
          throw error;
        }
      },
    );
    return this.#view(changed, planned);
  }

  /**
   * Deletes the template. Its roles remain as long as an app cluster has an export of the API: the konnector needs
   * one role, and the backend needs the other to revoke the konnector's rights.
   */
  async remove(person: Person, key: TemplateKey): Promise<void> {
    const { checks, platform } = this.#options;
    const template = await checks.read(key);
    await checks.delete(person, template, { dryRun: false });
    const isExported = platform.isExported(apiName(templateApi(template)));
    if (checks.isOfferedElsewhere(template) || isExported) return;
    const client = checks.clientOf(person);
    const [role] = templateRoles(template);
    const context = {
      action: 'delete the roles of the offer',
      object: `The ClusterRole "${role.metadata.name}"`,
      cluster: CONTROL_PLANE_TITLE,
      user: person.kubernetes.user,
    };
    await mapKubeErrors(context, async () => {
      for (const { metadata } of templateRoles(template)) {
        await client.delete(core.clusterRoles, { name: metadata.name ?? '' });
      }
    });
  }

  #history(
    person: Person,
    { live }: PlannedTemplate,
    stored: APIServiceExportTemplate,
  ): Record<string, string> {
    const write = {
      at: new Date().toISOString(),
      by: person.kubernetes.user,
      manager: fieldManager,
    };
    return {
      [historyAnnotation]: historyWith(live, templateState(stored), write),
    };
  }

  /** The roles of the template as it is, after the template could not be changed as planned. */
  async #restoreRoles(client: KubeClient, key: TemplateKey): Promise<void> {
    const live = await client.get(bindResources.templates, key);
    if (live) await applyRoles(client, live);
  }

  #view(template: APIServiceExportTemplate, { title }: PlannedTemplate) {
    const boundOn = this.#options.platform.boundOn(
      apiName(templateApi(template)),
    );
    return templateView(template, { title, boundOn });
  }
}
