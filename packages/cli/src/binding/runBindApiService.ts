/** `bind apiservice`: from files with export requests to bindings. */
import {
  names,
  readAPIServiceExportRequest,
  type APIServiceExportRequest,
  type ApiResource,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
import type { CommandContext } from '../CommandContext';
import { dryRunSuffix } from '../output/dryRunOption';
import { withProgress } from '../progress';
import { readSource, readTextFile } from '../readSource';
import { requireBindRights } from './appClusterRights';
import { bindExports, type BindExportsOptions } from './bindExports';
import { checkOnAppCluster } from './checkWrites';
import { konnectorToInstall } from './konnectorToInstall';
import { requireUsedFlags, type BindFlags } from './bindFlags';
import { connectTenant } from './ControlPlaneTenant';
import { bindingsText } from './printBindings';
import { readKubeconfig } from './readKubeconfig';
import { checkRequest, type RequestedExports } from './requestExports';

/** Flags of `bind apiservice`. */
export interface BindApiServiceFlags extends BindFlags {
  filename: string;
  remoteKubeconfig?: string;
  remoteKubeconfigNamespace: string;
  remoteKubeconfigName?: string;
}

/** The export requests in YAML or JSON, of one document or several. */
export function parseRequests(source: string): APIServiceExportRequest[] {
  const documents = parseAllDocuments(source);
  const objects = documents.flatMap(document => {
    if (document.errors.length > 0) {
      throw new Error(
        'The file is neither YAML nor JSON. Check it with "kubectl apply --dry-run=client -f <file>".',
      );
    }
    const object: unknown = document.toJS();
    return object === null ? [] : [object];
  });
  const requests = objects.map(object => {
    const read = readAPIServiceExportRequest(object);
    if (!read.ok) throw new Error(read.error);
    return read.value;
  });
  if (requests.length > 0) return requests;
  throw new Error(
    `The file has no export request. It needs objects of apiVersion ${names.apiVersion} and kind APIServiceExportRequest.`,
  );
}

async function kubeconfigOf(
  appCluster: KubeClient,
  flags: BindApiServiceFlags,
): Promise<string> {
  const { remoteKubeconfig, remoteKubeconfigName } = flags;
  if (remoteKubeconfig) return readTextFile(remoteKubeconfig);
  if (!remoteKubeconfigName) {
    throw new Error(
      'The control plane is not known. Pass --remote-kubeconfig <file>, or the name of a Secret with --remote-kubeconfig-name.',
    );
  }
  const key = {
    namespace: flags.remoteKubeconfigNamespace,
    name: remoteKubeconfigName,
  };
  return readKubeconfig(
    appCluster,
    key,
    `List the Secrets with "kubectl -n ${key.namespace} get secrets".`,
  );
}

/** The provider's rules are checked by the control plane only. */
async function checkRequests(
  { signal, stderr }: CommandContext,
  kubeconfig: string,
  requests: readonly RequestedExports[],
  timeoutMs: number,
): Promise<void> {
  const tenant = connectTenant(kubeconfig);
  const wait = { deadline: Date.now() + timeoutMs, signal };
  try {
    for (const request of requests) {
      await withProgress(
        stderr,
        'Waiting for the control plane to check the export requests',
        checkRequest(tenant, request, wait),
      );
    }
  } finally {
    await tenant.client.close();
  }
}

const apisOf = (requests: readonly RequestedExports[]): ApiResource[] =>
  requests.flatMap(({ spec }) =>
    spec.resources.map(({ group = '', resource }) => ({ group, resource })),
  );

/** Checks what can be checked without a write; with `server`, both clusters check theirs. */
async function runDryRun(options: BindExportsOptions): Promise<void> {
  const { appCluster, context, flags, konnectorImage, kubeconfig, requests } =
    options;
  const { dryRun, timeout } = flags;
  const checked = dryRun === 'server' ? requests : [];
  await checkRequests(context, kubeconfig, checked, timeout);
  if (dryRun === 'server') {
    const apis = apisOf(requests);
    await checkOnAppCluster(context, appCluster, {
      apis,
      kubeconfig,
      konnectorImage,
    });
  }
  context.stdout.write(
    `${requests.length} export request(s) accepted${dryRunSuffix[dryRun]}; nothing was written.\n`,
  );
}

/**
 * Binds, and prints the bindings.
 *
 * @throws Error with what to do
 */
export async function runBindApiService(
  context: CommandContext,
  appCluster: KubeClient,
  flags: BindApiServiceFlags,
): Promise<void> {
  requireUsedFlags(flags);
  const requests = parseRequests(await readSource(flags.filename));
  await requireBindRights(appCluster);
  const konnectorImage = await konnectorToInstall({ appCluster, flags });
  const kubeconfig = await kubeconfigOf(appCluster, flags);
  const options = {
    context,
    appCluster,
    kubeconfig,
    requests,
    flags,
    konnectorImage,
  };
  if (flags.dryRun !== 'none') {
    await runDryRun(options);
    return;
  }
  const bindings = await bindExports(options);
  context.stdout.write(bindingsText(bindings, flags.output, 'bound'));
}
