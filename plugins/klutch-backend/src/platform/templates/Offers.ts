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
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import type { BoundApis } from '../../inventory/BoundApis';
import {
  templatePatch,
  type PlannedTemplate,
  type TemplateChecks,
  type TemplateKey,
} from './TemplateChecks';
import { templateView } from './templateViews';

export interface OffersOptions {
  checks: TemplateChecks;
  boundApis: BoundApis;
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

/**
 * Applies the roles of a template, then writes it. If that fails, the roles are again those of the template as it is,
 * such as one that somebody else has created meanwhile.
 */
async function writeAfterRoles(
  client: KubeClient,
  template: APIServiceExportTemplate,
  write: () => Promise<APIServiceExportTemplate>,
): Promise<APIServiceExportTemplate> {
  const { name = '', namespace } = template.metadata;
  await applyRoles(client, template);
  try {
    return await write();
  } catch (error) {
    const live = await client.get(bindResources.templates, { namespace, name });
    if (live) await applyRoles(client, live);
    throw error;
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
      () => {
        const annotations = {
          ...wanted.metadata.annotations,
          ...this.#history(person, planned, stored),
        };
        return writeAfterRoles(client, wanted, () =>
          client.create(
            bindResources.templates,
            { ...wanted, metadata: { ...wanted.metadata, annotations } },
            { fieldManager },
          ),
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
      () => {
        const annotations = this.#history(person, planned, stored);
        const patch = templatePatch(planned.wanted, annotations);
        return writeAfterRoles(client, planned.wanted, () =>
          client.mergePatch(bindResources.templates, key, patch, {
            fieldManager,
          }),
        );
      },
    );
    return this.#view(changed, planned);
  }

  /**
   * Deletes the template. Its roles remain as long as an app cluster has an export of the API: the konnector needs
   * one role, and the backend needs the other to revoke the konnector's rights. First as a dry run.
   */
  async remove(person: Person, key: TemplateKey): Promise<void> {
    const { boundApis, checks } = this.#options;
    const template = await checks.read(key);
    const isExported = boundApis.isExported(apiName(templateApi(template)));
    const keepsRoles = checks.isOfferedElsewhere(template) || isExported;
    for (const dryRun of [true, false]) {
      await checks.delete(person, template, { dryRun });
      if (!keepsRoles) await checks.deleteRoles(person, template, { dryRun });
    }
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

  #view(template: APIServiceExportTemplate, { title }: PlannedTemplate) {
    const boundOn = this.#options.boundApis.boundOn(
      apiName(templateApi(template)),
    );
    return templateView(template, { title, boundOn });
  }
}
