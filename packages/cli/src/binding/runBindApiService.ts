/** `bind apiservice`: from files with export requests to bindings. */
import {
  names,
  readAPIServiceExportRequest,
  type APIServiceExportRequest,
} from '@klutch/bind-api';
import { core, decodeSecretData, type KubeClient } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
import type { CommandContext } from '../CommandContext';
import { readSource, readTextFile } from '../readSource';
import { requireBindRights } from './appClusterRights';
import { bindExports } from './bindExports';
import type { BindFlags } from './bindFlags';
import { connectTenant } from './ControlPlaneTenant';
import { bindingsText } from './printBindings';
import { checkRequest } from './requestExports';

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
  const secret = await appCluster.get(core.secrets, key);
  const kubeconfig =
    secret && decodeSecretData(secret.data)[names.kubeconfigKey];
  if (kubeconfig) return kubeconfig;
  throw new Error(
    `Secret ${key.namespace}/${key.name} does not exist on the app cluster, or has no key ${names.kubeconfigKey}. List the Secrets with "kubectl -n ${key.namespace} get secrets".`,
  );
}

async function dryRun(
  context: CommandContext,
  kubeconfig: string,
  requests: readonly APIServiceExportRequest[],
  { timeout }: BindApiServiceFlags,
): Promise<void> {
  const tenant = connectTenant(kubeconfig);
  const wait = { deadline: Date.now() + timeout, signal: context.signal };
  try {
    for (const request of requests) await checkRequest(tenant, request, wait);
  } finally {
    await tenant.client.close();
  }
  context.stdout.write(
    `${requests.length} export request(s) accepted (dry run); nothing was written.\n`,
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
  const requests = parseRequests(await readSource(flags.filename));
  await requireBindRights(appCluster);
  const kubeconfig = await kubeconfigOf(appCluster, flags);
  if (flags.dryRun) {
    await dryRun(context, kubeconfig, requests, flags);
    return;
  }
  const bindings = await bindExports({
    context,
    appCluster,
    kubeconfig,
    requests,
    flags,
  });
  context.stdout.write(bindingsText(bindings, flags.output, 'bound'));
}
