/** The second half of every way to bind: from a kubeconfig and requests to bindings on the app cluster. */
import {
  bindResources,
  names,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  acceptedOf,
  answerClaims,
  ensureAppClusterNamespace,
  ensureBinding,
  ensureBindingCrd,
  ensureKubeconfigSecret,
  existingBinding,
  grantKonnectorRights,
} from '@klutch/binding-backend';
import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { installKonnector } from '../konnector/installKonnector';
import { pullHint } from '../konnector/konnectorImage';
import { withProgress } from '../progress';
import type { BindFlags } from './bindFlags';
import { connectTenant, type ControlPlaneTenant } from './ControlPlaneTenant';
import {
  checkClaimFlags,
  decideClaims,
  type ClaimingApi,
} from './decideClaims';
import { requestExports, type RequestedExports } from './requestExports';

/** What to bind, and how. */
export interface BindExportsOptions {
  context: CommandContext;
  appCluster: KubeClient;
  /** Kubeconfig for the control plane, YAML. */
  kubeconfig: string;
  requests: readonly RequestedExports[];
  flags: BindFlags;
  /** Image of the konnector to install; undefined leaves the konnector as it is. */
  konnectorImage?: string;
}

/** An export with the accepted claims. */
interface Decided {
  api: APIServiceExport;
  accepted: PermissionClaim[];
}

/** The claims of an export, as it is asked about. */
export const claimsOf = ({
  metadata,
  spec,
}: APIServiceExport): ClaimingApi => ({
  name: metadata.name ?? '',
  claims: spec.permissionClaims ?? [],
});

async function exportsOf(
  { context, flags, requests }: BindExportsOptions,
  tenant: ControlPlaneTenant,
): Promise<APIServiceExport[]> {
  const wait = { deadline: Date.now() + flags.timeout, signal: context.signal };
  const exported = requests.map(request =>
    requestExports(tenant, request, wait),
  );
  const found = await withProgress(
    context.stderr,
    'Waiting for the provider to export the APIs',
    Promise.all(exported),
  );
  const byName = new Map(found.flat().map(api => [api.metadata.name, api]));
  return [...byName.values()];
}

async function decide(
  { context, flags }: BindExportsOptions,
  apis: readonly APIServiceExport[],
): Promise<Decided[]> {
  checkClaimFlags(apis.map(claimsOf), flags);
  const decided: Decided[] = [];
  for (const api of apis) {
    const ask = (question: string) => context.confirm(question);
    const accepted = await decideClaims(claimsOf(api), flags, ask);
    decided.push({ api, accepted });
  }
  return decided;
}

/** The steps for one API; each may be repeated. */
async function writeBinding(
  { appCluster, kubeconfig }: BindExportsOptions,
  { accepted, api }: Decided,
): Promise<APIServiceBinding> {
  const { group, names: crdNames, permissionClaims = [] } = api.spec;
  const resource = { group, resource: crdNames.plural };
  const claims = answerClaims(permissionClaims, accepted);
  const existing = await existingBinding(appCluster, resource);
  const secret = await ensureKubeconfigSecret(appCluster, existing, kubeconfig);
  await grantKonnectorRights(appCluster, resource, acceptedOf(claims));
  const name = await ensureBinding(appCluster, resource, secret, claims);
  const namespace = names.appClusterNamespace;
  const written = await appCluster.get(bindResources.bindings, {
    namespace,
    name,
  });
  if (written) return written;
  throw new Error(
    `The binding ${name} was deleted at the same time. Run the command again to bind it.`,
  );
}

/**
 * Exports the APIs, asks about their claims, and only then writes to the app cluster. Running it again continues where
 * an interrupted run ended, updates the answers and the kubeconfig, and creates no duplicates.
 */
export async function bindExports(
  options: BindExportsOptions,
): Promise<APIServiceBinding[]> {
  const { appCluster, context, flags, konnectorImage, kubeconfig } = options;
  const tenant = connectTenant(kubeconfig);
  let decided: Decided[];
  try {
    decided = await decide(options, await exportsOf(options, tenant));
  } finally {
    await tenant.client.close();
  }
  await ensureAppClusterNamespace(appCluster);
  if (konnectorImage) {
    await withProgress(
      context.stderr,
      `Installing the konnector ${konnectorImage}`,
      installKonnector(appCluster, konnectorImage),
    );
    context.stderr.write(pullHint(konnectorImage));
  }
  await withProgress(
    context.stderr,
    'Waiting for the app cluster to serve bindings',
    ensureBindingCrd(appCluster, flags.timeout),
  );
  const bindings: APIServiceBinding[] = [];
  for (const each of decided) {
    bindings.push(
      await withProgress(
        context.stderr,
        `Binding ${each.api.metadata.name}`,
        writeBinding(options, each),
      ),
    );
  }
  return bindings;
}
