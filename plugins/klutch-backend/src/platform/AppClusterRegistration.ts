/** Registers app clusters and binds APIs to them, as the operator who does it. */
import { bindResources, names, parseApiName } from '@klutch/bind-api';
import { requireAllowed, type BindingBackend } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  ConnectionError,
  core,
  isUnauthorized,
  type AccessQuestion,
  type IntakePolicy,
  type KubeClient,
} from '@klutch/kube';
import { appClusterSecret } from '../clusters/appClusterSecret';
import type { AppClusters } from '../clusters/AppClusters';
import { CONTROL_PLANE, type ControlPlane } from '../clusters/ControlPlane';
import {
  checkUploadedHost,
  connectUploaded,
  takeInUploaded,
} from '../clusters/uploadedKubeconfig';
import { InvalidError, type FieldCause } from '../errors/InvalidError';
import { bindingInWords, inWords } from '../errors/kubeErrors';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type { Person } from '../identity/Caller';
import type { Inventory } from '../inventory/Inventory';
import { portalApiRole } from '../roles/portalRoles';
import { acceptedClaimsOf } from './acceptedClaims';
import { requireFreeId } from './requireFreeId';
import type { Platform } from './Platform';
import { bindingView } from './platformViews';

/** What is needed to register and bind. */
export interface AppClusterRegistrationOptions {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
  inventory: Inventory;
  platform: Platform;
  binding: BindingBackend;
  portalNamespace: string;
  policy: IntakePolicy;
}

const fieldManager = 'klutch-portal';

/** How long a new app cluster may take until the portal watches it. */
const CONNECT_MS = 15_000;

const about = (message: string): FieldCause => ({
  field: 'kubeconfig',
  message,
});

/** What the portal's user needs on an app cluster, with words for what is missing. */
function needs({ kubernetes }: Person): [AccessQuestion, string][] {
  const list = (group: string, resource: string, words: string) =>
    [{ verb: 'list', group, resource }, `list ${words}`] as [
      AccessQuestion,
      string,
    ];
  const actAs = (resource: string, name: string) =>
    [{ verb: 'impersonate', group: '', resource, name }, `act as ${name}`] as [
      AccessQuestion,
      string,
    ];
  return [
    list('', 'namespaces', 'namespaces'),
    list('apiextensions.k8s.io', 'customresourcedefinitions', 'CRDs'),
    list(names.group, 'apiservicebindings', 'bindings'),
    actAs('users', kubernetes.user),
    ...kubernetes.groups.map(group => actAs('groups', group)),
  ];
}

/** Registers app clusters and binds APIs to them. */
export class AppClusterRegistration {
  readonly #options: AppClusterRegistrationOptions;

  constructor(options: AppClusterRegistrationOptions) {
    this.#options = options;
  }

  /**
   * Checks everything before anything is stored.
   *
   * @throws InvalidError with the findings, TakenError for an id in use
   */
  async register(
    person: Person,
    request: Schemas['AppClusterRequest'],
  ): Promise<Schemas['PlatformAppCluster']> {
    const { appClusters, binding, controlPlane, platform, policy } =
      this.#options;
    const { id, title } = request;
    const { kubeconfig, host } = takeInUploaded(request.kubeconfig, policy);
    await checkUploadedHost(host, policy);
    requireFreeId(appClusters, id);
    await this.#checkConnection(person, title, kubeconfig);

    const operator = controlPlane.client.as(person.kubernetes);
    const attempt = {
      doing: `register the app cluster ${title}`,
      object: `The app cluster "${id}"`,
      cluster: CONTROL_PLANE,
      user: person.kubernetes.user,
    };
    const store = (clusterNamespace: string, dryRun: boolean) =>
      inWords(attempt, () =>
        operator.create(
          core.secrets,
          appClusterSecret(this.#options.portalNamespace, {
            id,
            title,
            kubeconfig,
            clusterNamespace,
          }),
          { dryRun, fieldManager },
        ),
      );
    await store('', true);
    const { namespace } = await bindingInWords(
      { ...attempt, user: undefined },
      () => binding.provision(tenantOf(id)),
    );
    await store(namespace, false);
    await appClusters.whenConnected(id, AbortSignal.timeout(CONNECT_MS));
    const view = platform.appClusters().find(cluster => cluster.id === id);
    if (!view) throw new Error(`App cluster ${id} is stored but not listed.`);
    return view;
  }

  /** Binds an offered API, and gives the portal the right to show its claims. */
  async bindApi(
    person: Person,
    clusterId: string,
    request: Schemas['BindRequest'],
  ): Promise<Schemas['ApiBinding']> {
    const { appClusters, binding, controlPlane, inventory } = this.#options;
    const cluster = appClusters.get(clusterId);
    const { resource } = request;
    const title = inventory.service(resource)?.title ?? resource;
    const api = parseApiName(resource);
    const appCluster = cluster.client.as(person.kubernetes);
    const attempt = {
      doing: `bind ${title} to ${cluster.title}`,
      object: `The binding of ${title}`,
      cluster: cluster.title,
      user: person.kubernetes.user,
    };
    return bindingInWords(attempt, async () => {
      const binder = binderOf(person);
      await requireAllowed(binding, binder, [api]);
      const role = portalApiRole({ group: api.group, plural: api.resource });
      await appCluster.apply(core.clusterRoles, role, {
        fieldManager,
        force: true,
      });
      const bound = await binding.bind({
        binder,
        identity: tenantOf(clusterId),
        appCluster,
        resource: api,
        acceptedClaims: acceptedClaimsOf(controlPlane, request),
      });
      const created = await appCluster.get(bindResources.bindings, {
        namespace: names.appClusterNamespace,
        name: bound.binding,
      });
      if (!created) throw new Error(`The binding ${bound.binding} vanished.`);
      return bindingView(created);
    });
  }

  async #checkConnection(
    person: Person,
    title: string,
    kubeconfig: string,
  ): Promise<void> {
    const client = connectUploaded(kubeconfig, this.#options.policy, {
      connectTimeoutMs: 5_000,
      headersTimeoutMs: 10_000,
    });
    try {
      const missing = await missingRights(client, person);
      if (missing.length === 0) return;
      throw new InvalidError(
        `The kubeconfig's user may not do all that the portal needs on ${title}. Apply the portal's roles there, then register it again.`,
        missing.map(words => about(`It may not ${words}.`)),
      );
    } catch (error) {
      if (error instanceof ConnectionError) {
        throw new InvalidError(`${title} does not answer.`, [
          about(
            `Nothing that speaks for a Kubernetes cluster answers at ${client.server}. Check the address, the certificate authority and the firewall.`,
          ),
        ]);
      }
      if (isUnauthorized(error)) {
        throw new InvalidError(`${title} does not know these credentials.`, [
          about('Its token or client certificate is not accepted. Renew it.'),
        ]);
      }
      throw error;
    } finally {
      await client.close();
    }
  }
}

async function missingRights(
  client: KubeClient,
  person: Person,
): Promise<string[]> {
  const answers = await Promise.all(
    needs(person).map(async ([question, words]) =>
      (await client.canI(question)) ? [] : [words],
    ),
  );
  return answers.flat();
}
