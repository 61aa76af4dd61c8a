/** Access of subcommands to the control plane cluster: the user of a kubeconfig, or the server itself. */
import {
  createClient,
  createLogger,
  defineResource,
  kubeConfigPolicies,
  loadKubeConfigOrInCluster,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import type { Command } from 'commander';
import type { Audit } from '../audit/Audit';
import { backendNames } from '../backendNames';
import { backendVersion } from '../version';
import { readServerConfig } from './config';

interface AccessFlags {
  kubeconfig?: string;
  /** Option of the parent command. */
  config?: string;
}

interface SelfSubjectReview extends KubeObject {
  status?: { userInfo?: { username?: string } };
}

const selfSubjectReviews = defineResource<SelfSubjectReview>({
  group: 'authentication.k8s.io',
  version: 'v1',
  plural: 'selfsubjectreviews',
  kind: 'SelfSubjectReview',
  namespaced: false,
});

/** Actor and audit of a subcommand. */
export interface CommandAudit {
  /** `kubernetes/<user>`. */
  actor: string;
  /** Logs events to stderr. */
  audit: Audit;
}

/** Audit of a subcommand, with this client's user as the actor. */
export const createCommandAudit = async (
  client: KubeClient,
): Promise<CommandAudit> => {
  const { status } = await client.create(selfSubjectReviews, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: selfSubjectReviews.kind,
    metadata: {},
  });
  const logger = createLogger('binding-backend', {
    destination: process.stderr,
  });
  return {
    actor: `kubernetes/${status?.userInfo?.username ?? 'unknown'}`,
    audit: event => logger.info({ audit: event }, event.action),
  };
};

const kubeconfigFile = ({
  kubeconfig,
  config,
}: AccessFlags): string | undefined =>
  kubeconfig ??
  (config ? readServerConfig(config).controlPlane.kubeconfig : undefined);

/**
 * Adds the option, and shows the options of the parent command in the help.
 * @param needs - the rights that the user of the kubeconfig needs, for the help
 */
export const withKubeconfigOption = (
  command: Command,
  needs: string,
): Command =>
  command
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false)
    .option(
      '--kubeconfig <file>',
      `kubeconfig to use instead of the one in the configuration or the pod's own; needs ${needs}`,
    );

/** Runs a subcommand with a client for the control plane cluster that its flags select. */
export const withControlPlaneClient = async (
  command: Command,
  run: (client: KubeClient) => Promise<void>,
): Promise<void> => {
  const flags = command.optsWithGlobals<AccessFlags>();
  const kubeConfig = loadKubeConfigOrInCluster(
    kubeconfigFile(flags),
    '--kubeconfig <file>, or --config <file> with controlPlane.kubeconfig',
  );
  const client = createClient(kubeConfig, {
    userAgent: `${backendNames.program}/${backendVersion}`,
    policy: kubeConfigPolicies.open,
  });
  try {
    await run(client);
  } finally {
    await client.close();
  }
};
