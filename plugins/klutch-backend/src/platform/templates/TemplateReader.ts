/** Export templates in detail, and previews of their changes. Nothing is written. */
import { NotFoundError } from '@backstage/errors';
import {
  apiName,
  isOfferable,
  type APIServiceExport,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { affectedExport, templateApi } from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { explainedError } from '../../errors/explainedError';
import type { Person } from '../../identity/Caller';
import type { Inventory } from '../../inventory/Inventory';
import type { BoundApis } from '../../inventory/BoundApis';
import { permissionClaimView } from './permissionClaims';
import { unlessRefused } from './refusalOf';
import type { TemplateChecks, TemplateKey } from './TemplateChecks';
import { applyCommand, templateManifest } from './templateManifest';
import { apiDetailView, effectView, templateDetailView } from './templateViews';

export interface TemplateReaderOptions {
  checks: TemplateChecks;
  controlPlane: ControlPlane;
  inventory: Inventory;
  boundApis: BoundApis;
}

/** Whether the user may see that an API, by name, is bound on an app cluster, by id. */
export type IsVisible = (item: { cluster: string; name: string }) => boolean;

/** Reads templates, and what depends on them. */
export class TemplateReader {
  readonly #options: TemplateReaderOptions;

  constructor(options: TemplateReaderOptions) {
    this.#options = options;
  }

  /** @throws NotFoundError for an API that cannot be offered */
  api(resource: string): Schemas['ApiDetail'] {
    const crd = this.#options.controlPlane.caches.crds.get(resource);
    if (crd && isOfferable(crd)) return apiDetailView(crd);
    throw explainedError(
      NotFoundError,
      explain('ApiNotOfferable', { resource }),
    );
  }

  /** @throws NotFoundError */
  async template(key: TemplateKey): Promise<Schemas['ExportTemplateDetail']> {
    const { boundApis, checks, controlPlane, inventory } = this.#options;
    const template = await checks.read(key);
    const resource = apiName(templateApi(template));
    const crd = controlPlane.caches.crds.get(resource);
    const title =
      crd && isOfferable(crd) ? inventory.service(resource)?.title : undefined;
    return templateDetailView(template, {
      ...(title && { title }),
      boundOn: boundApis.boundOn(resource),
    });
  }

  /**
   * What an offer or a change would do.
   *
   * @throws ConflictError if the template was changed since it was read
   */
  async preview(
    person: Person,
    request: Schemas['ExportTemplatePreviewRequest'],
    isVisible: IsVisible,
  ): Promise<Schemas['ExportTemplatePreview']> {
    const { checks } = this.#options;
    const planned = await unlessRefused(async () =>
      request.template
        ? checks.planChange(request.template, request)
        : checks.planOffer(request.resource, request),
    );
    if ('refusal' in planned) {
      return {
        ...planned,
        claims: [],
        manifest: '',
        command: '',
        effects: [],
        hiddenEffects: 0,
      };
    }
    const { live, wanted } = planned.result;
    const checked = await unlessRefused(() =>
      checks.dryRun(person, planned.result),
    );
    const isStored = 'result' in checked;
    const template = isStored ? checked.result : wanted;
    return {
      claims: (template.spec.permissionClaims ?? []).map(permissionClaimView),
      manifest: templateManifest(template),
      ...(live && { before: templateManifest(live) }),
      command: applyCommand(template, live),
      ...this.#effects(template, isStored, isVisible),
      ...('refusal' in checked && checked),
    };
  }

  /** What depends on a template, and whether the operator may delete it. */
  async dependants(
    person: Person,
    key: TemplateKey,
    isVisible: IsVisible,
  ): Promise<Schemas['ExportTemplateDependants']> {
    const { boundApis, checks } = this.#options;
    const template = await checks.read(key);
    const resource = apiName(templateApi(template));
    const isOfferedElsewhere = checks.isOfferedElsewhere(template);
    const rolesAreKept = isOfferedElsewhere || boundApis.isExported(resource);
    const deleted = await unlessRefused(async () => {
      await checks.delete(person, template, { dryRun: true });
      if (rolesAreKept) return;
      await checks.deleteRoles(person, template, { dryRun: true });
    });
    const { hidden, visible } = this.#exportsOf(resource, isVisible);
    return {
      exports: visible.map(({ apiExport: { metadata }, cluster }) => ({
        cluster,
        clusterNamespace: metadata.namespace ?? '',
        ...this.#objects(resource, metadata.namespace),
      })),
      hiddenExports: hidden,
      waitingRequests: this.#waitingRequests(resource),
      rolesAreKept,
      isOfferedElsewhere,
      ...('refusal' in deleted && deleted),
    };
  }

  /**
   * How the exports of the API change.
   *
   * @param isStored - whether the claims have the API server's defaults; without, each would count as changed
   */
  #effects(
    template: APIServiceExportTemplate,
    isStored: boolean,
    isVisible: IsVisible,
  ): Pick<Schemas['ExportTemplatePreview'], 'effects' | 'hiddenEffects'> {
    const resource = apiName(templateApi(template));
    const { hidden, visible } = this.#exportsOf(resource, isVisible);
    const effects = visible.map(({ apiExport, cluster }) => {
      const affected = affectedExport(apiExport, template);
      return effectView(
        isStored ? affected : { ...affected, changed: [] },
        cluster,
      );
    });
    return { effects, hiddenEffects: hidden };
  }

  /** Exports of an API that the user may see, with their app clusters, and the number of others. */
  #exportsOf(
    resource: string,
    isVisible: IsVisible,
  ): {
    visible: { apiExport: APIServiceExport; cluster: string }[];
    hidden: number;
  } {
    const { boundApis, controlPlane } = this.#options;
    const exports = controlPlane.caches.exports
      .list()
      .filter(({ metadata }) => metadata.name === resource)
      .map(apiExport => ({
        apiExport,
        cluster: boundApis.clusterOf(apiExport.metadata.namespace),
      }));
    const visible = exports
      .filter(({ cluster }) => isVisible({ cluster, name: resource }))
      .sort((a, b) => a.cluster.localeCompare(b.cluster));
    return { visible, hidden: exports.length - visible.length };
  }

  /** Number of provider copies of an app cluster; nothing while unknown. */
  #objects(
    resource: string,
    clusterNamespace: string | undefined,
  ): { objects?: number } {
    const { caches, providerCopies } = this.#options.controlPlane;
    const copies = providerCopies.get(resource)?.cache;
    if (!copies?.synced) return {};
    const objects = caches.serviceNamespaces
      .byIndex('clusterNamespace', clusterNamespace ?? '')
      .map(({ status }) =>
        status?.namespace
          ? copies.byIndex('namespace', status.namespace).length
          : 0,
      );
    return { objects: objects.reduce((sum, count) => sum + count, 0) };
  }

  #waitingRequests(resource: string): number {
    return this.#options.controlPlane.caches.requests
      .list()
      .filter(
        ({ spec, status }) =>
          (status?.phase ?? 'Pending') === 'Pending' &&
          spec.resources.some(
            ({ group = '', resource: plural }) =>
              apiName({ group, resource: plural }) === resource,
          ),
      ).length;
  }
}
