/** Checks offers and their changes: by the portal's own rules, then by the control plane, as the operator. */
import { ConflictError, NotFoundError } from '@backstage/errors';
import {
  apiName,
  bindResources,
  isOfferable,
  parseApiName,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  audienceAnnotationNames,
  audienceAnnotations,
  missingPolicy,
  planTemplate,
  templateApi,
  templateRoles,
} from '@klutch/binding-backend';
import {
  CONTROL_PLANE_NAME,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../../claimApis/claimResource';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { explainedError } from '../../errors/explainedError';
import { AlreadyExistsError, InvalidError } from '../../errors/InvalidError';
import { mapKubeErrors, type ErrorContext } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import type { Inventory } from '../../inventory/Inventory';
import { toPermissionClaim } from './permissionClaims';
import {
  validateTemplate,
  type IssuerRules,
  type TemplateContents,
} from './validateTemplate';

export interface TemplateChecksOptions {
  controlPlane: ControlPlane;
  inventory: Inventory;
  issuerRules: IssuerRules;
}

/** Identifies a template. */
export interface TemplateKey {
  namespace: string;
  name: string;
}

/** A template that was read, and that a change starts from. */
export interface ReadTemplate extends TemplateKey {
  resourceVersion: string;
}

/** A template as it shall be. */
export interface PlannedTemplate {
  /** Title of its API. */
  title: string;
  /** The present template; undefined for a new one. */
  live?: APIServiceExportTemplate;
  /** As the operator wants it, without the API server's defaults. */
  wanted: APIServiceExportTemplate;
}

const fieldManager = PORTAL_FIELD_MANAGER;

/** The template with other claims and another audience. */
function withContents(
  template: APIServiceExportTemplate,
  { audience = {}, claims }: TemplateContents,
): APIServiceExportTemplate {
  const { metadata, spec } = template;
  const names = new Set<string>(audienceAnnotationNames);
  const others = Object.entries(metadata.annotations ?? {}).filter(
    ([name]) => !names.has(name),
  );
  const annotations = {
    ...Object.fromEntries(others),
    ...audienceAnnotations(audience),
  };
  const { permissionClaims: _claims, ...rest } = spec;
  return {
    ...template,
    metadata: {
      ...metadata,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    spec: {
      ...rest,
      ...(claims.length > 0 && {
        permissionClaims: claims.map(toPermissionClaim),
      }),
    },
  };
}

/** The change as a merge patch, which fails if the template was changed since. */
export function templatePatch(
  { metadata, spec }: APIServiceExportTemplate,
  annotations: Record<string, string> = {},
): object {
  const present = metadata.annotations ?? {};
  const audience = Object.fromEntries(
    audienceAnnotationNames.map(name => [name, present[name] ?? null]),
  );
  return {
    metadata: {
      resourceVersion: metadata.resourceVersion,
      annotations: { ...audience, ...annotations },
    },
    spec: { permissionClaims: spec.permissionClaims ?? null },
  };
}

/** Plans offers and their changes, and asks the control plane about them. */
export class TemplateChecks {
  readonly #options: TemplateChecksOptions;

  constructor(options: TemplateChecksOptions) {
    this.#options = options;
  }

  /**
   * A new template for an API.
   *
   * @throws InvalidError for an API that cannot be offered
   * @throws AlreadyExistsError for an API that is offered
   */
  planOffer(resource: string, contents: TemplateContents): PlannedTemplate {
    const { controlPlane, inventory, issuerRules } = this.#options;
    const crd = controlPlane.caches.crds.get(resource);
    const info = inventory.service(resource);
    if (!crd || !info || !isOfferable(crd)) {
      throw new InvalidError(explain('ApiNotOfferable', { resource }), [
        { field: 'resource', ...explain('ApiIsMissing') },
      ]);
    }
    const { title } = info;
    if (controlPlane.offered().has(resource)) {
      throw new AlreadyExistsError(
        explain('OfferedAlready', { service: title }),
        [{ field: 'resource', ...explain('ApiIsOffered') }],
      );
    }
    validateTemplate(contents, issuerRules);
    const [template] = planTemplate(parseApiName(resource));
    return { title, wanted: withContents(template, contents) };
  }

  /**
   * A change of a template.
   *
   * @throws NotFoundError without the template
   * @throws ConflictError if the template was changed since it was read
   */
  async planChange(
    { resourceVersion, ...key }: ReadTemplate,
    contents: TemplateContents,
  ): Promise<PlannedTemplate> {
    const live = await this.read(key);
    if (live.metadata.resourceVersion !== resourceVersion) {
      throw explainedError(
        ConflictError,
        explain('ObjectChanged', {
          object: `The export template "${key.name}"`,
          cluster: CONTROL_PLANE_NAME,
        }),
      );
    }
    validateTemplate(contents, this.#options.issuerRules);
    const resource = apiName(templateApi(live));
    return {
      title: this.#options.inventory.service(resource)?.title ?? resource,
      live,
      wanted: withContents(live, contents),
    };
  }

  /**
   * The present template, with its `managedFields`; read by the portal itself, as the lists are.
   *
   * @throws NotFoundError
   */
  async read(key: TemplateKey): Promise<APIServiceExportTemplate> {
    const { client } = this.#options.controlPlane;
    const context = {
      action: 'read export templates',
      object: `The export template "${key.name}"`,
      cluster: CONTROL_PLANE_NAME,
    };
    const found = await mapKubeErrors(context, () =>
      client.get(bindResources.templates, key),
    );
    if (found) return found;
    throw explainedError(
      NotFoundError,
      explain('TemplateGone', { template: key.name }),
    );
  }

  /**
   * Lets the control plane check all writes of the operator.
   *
   * @returns the template as the control plane would store it
   * @throws ConflictError for claims that require the admission policy for app clusters: the roles are effective at
   * once for app clusters that have the API
   */
  async dryRun(
    person: Person,
    planned: PlannedTemplate,
  ): Promise<APIServiceExportTemplate> {
    const { client } = this.#options.controlPlane;
    const { live, wanted } = planned;
    const message = await mapKubeErrors(
      this.errorContext(planned),
      () => missingPolicy(client, wanted), // reads with the rights of the portal's own user
    );
    if (message) {
      throw explainedError(
        ConflictError,
        explain('OfferNeedsPolicy', { error: message }),
      );
    }
    return mapKubeErrors(this.errorContext(planned, person), async () => {
      const asPerson = this.clientOf(person);
      const options = { fieldManager, dryRun: true, strictFields: true };
      const stored = live
        ? await asPerson.mergePatch(
            bindResources.templates,
            {
              namespace: live.metadata.namespace,
              name: live.metadata.name ?? '',
            },
            templatePatch(wanted),
            options,
          )
        : await asPerson.create(bindResources.templates, wanted, options);
      for (const role of templateRoles(wanted)) {
        await asPerson.apply(core.clusterRoles, role, {
          ...options,
          force: true,
        });
      }
      return stored;
    });
  }

  /** Whether another template offers the API of this one. */
  isOfferedElsewhere(template: APIServiceExportTemplate): boolean {
    const resource = apiName(templateApi(template));
    return this.#options.controlPlane.caches.templates
      .list()
      .some(
        other =>
          other.metadata.uid !== template.metadata.uid &&
          apiName(templateApi(other)) === resource,
      );
  }

  /** Deletes a template, but not one of the same name that is newer. */
  async delete(
    person: Person,
    { metadata }: APIServiceExportTemplate,
    { dryRun }: { dryRun: boolean },
  ): Promise<void> {
    const { name = '', namespace, uid } = metadata;
    const context = {
      action: `withdraw the export template "${name}"`,
      object: `The export template "${name}"`,
      cluster: CONTROL_PLANE_NAME,
      user: person.kubernetes.user,
    };
    await mapKubeErrors(context, () =>
      this.clientOf(person).delete(
        bindResources.templates,
        { namespace, name },
        { dryRun, preconditions: { uid } },
      ),
    );
  }

  /** Deletes the roles of a template. */
  async deleteRoles(
    person: Person,
    template: APIServiceExportTemplate,
    { dryRun }: { dryRun: boolean },
  ): Promise<void> {
    const client = this.clientOf(person);
    for (const { metadata } of templateRoles(template)) {
      const { name = '' } = metadata;
      const context = {
        action: 'delete the roles of the offer',
        object: `The ClusterRole "${name}"`,
        cluster: CONTROL_PLANE_NAME,
        user: person.kubernetes.user,
      };
      await mapKubeErrors(context, () =>
        client.delete(core.clusterRoles, { name }, { dryRun }),
      );
    }
  }

  /** The control plane, as the operator. */
  clientOf(person: Person): KubeClient {
    return this.#options.controlPlane.client.as(person.kubernetes);
  }

  /** For messages about failed calls; without the person for calls of the portal itself. */
  errorContext(
    { live, title, wanted }: PlannedTemplate,
    person?: Person,
  ): ErrorContext {
    return {
      action: live ? `change the offer of ${title}` : `offer ${title}`,
      object: `The export template "${wanted.metadata.name}"`,
      cluster: CONTROL_PLANE_NAME,
      ...(person && { user: person.kubernetes.user }),
    };
  }
}
