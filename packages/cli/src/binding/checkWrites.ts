/** `--dry-run=server`: the app cluster checks what a binding would write there, and stores nothing. */
import { crds, names, type ApiResource } from '@klutch/bind-api';
import {
  ensureAppClusterNamespace,
  ensureBinding,
  ensureKubeconfigSecret,
  existingBinding,
  grantKonnectorRights,
} from '@klutch/binding-backend';
import { core, createIfAbsent, type KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { dryRunClient } from '../cluster/dryRunClient';
import { installKonnector } from '../konnector/installKonnector';

/** What would be bound. */
export interface CheckedBinding {
  /** The APIs that are known before a sign-in. */
  apis: readonly ApiResource[];
  /** Kubeconfig for the control plane, YAML; default: a Secret without one is checked. */
  kubeconfig?: string;
}

/** What would be bound, and with which konnector. */
export interface CheckedInstallation extends CheckedBinding {
  /** Image of the konnector that would be installed; default: none would be. */
  konnectorImage?: string;
}

const { appClusterNamespace: namespace } = names;
const bindingCrd = crds.apiServiceBindings;

/** A Secret as {@link ensureKubeconfigSecret} writes it, before the provider has issued a kubeconfig. */
async function checkEmptySecret(checking: KubeClient): Promise<string> {
  const { metadata } = await checking.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, generateName: names.kubeconfigSecretGenerateName },
    type: 'Opaque',
    data: { [names.kubeconfigKey]: '' },
  });
  return metadata.name ?? '';
}

async function checkNamespaced(
  appCluster: KubeClient,
  { apis, kubeconfig }: CheckedBinding,
  hasBindings: boolean,
): Promise<void> {
  const checking = dryRunClient(appCluster);
  if (apis.length === 0 || !hasBindings) await checkEmptySecret(checking);
  for (const api of hasBindings ? apis : []) {
    const existing = await existingBinding(appCluster, api);
    const secret = kubeconfig
      ? await ensureKubeconfigSecret(checking, existing, kubeconfig)
      : await checkEmptySecret(checking);
    // The claims are asked about after the sign-in.
    const claims = existing?.spec?.permissionClaims ?? [];
    await ensureBinding(checking, api, secret, claims);
  }
}

/**
 * Has the app cluster check namespace, CRD, roles of the konnector, Secret and bindings. What is in a namespace or of a
 * type that do not exist yet cannot be checked.
 *
 * @returns what was not checked, for users
 */
export async function checkWrites(
  appCluster: KubeClient,
  binding: CheckedBinding,
): Promise<string[]> {
  const checking = dryRunClient(appCluster);
  const [found, crd] = await Promise.all([
    appCluster.get(core.namespaces, { name: namespace }),
    appCluster.get(core.customResourceDefinitions, {
      name: bindingCrd.metadata.name ?? '',
    }),
  ]);
  await ensureAppClusterNamespace(checking);
  if (!crd) {
    await createIfAbsent(checking, core.customResourceDefinitions, bindingCrd);
  }
  for (const api of binding.apis) await grantKonnectorRights(checking, api, []);
  if (!found) {
    return [
      `the Secret and the bindings, because namespace ${namespace} does not exist yet`,
    ];
  }
  await checkNamespaced(appCluster, binding, crd !== undefined);
  return crd ? [] : ['the bindings, because their CRD does not exist yet'];
}

/** Has the app cluster check all that would be written, and writes to `stderr` what was not checked. */
export async function checkOnAppCluster(
  { stderr }: Pick<CommandContext, 'stderr'>,
  appCluster: KubeClient,
  { konnectorImage, ...binding }: CheckedInstallation,
): Promise<void> {
  if (konnectorImage) {
    await installKonnector(appCluster, konnectorImage, { dryRun: 'server' });
  }
  for (const unchecked of await checkWrites(appCluster, binding)) {
    stderr.write(`Not checked: ${unchecked}.\n`);
  }
}
