/** As whom subcommands act on the control plane: whoever a kubeconfig signs in as, or the server itself. */
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
  /** Of the command above. */
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

/** Who does it, and where that is written down. */
export interface CommandAudit {
  /** `kubernetes/<user>`. */
  actor: string;
  /** Lines on the standard error. */
  audit: Audit;
}

/** What is written down of an act of this client's user. */
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
 * Adds the flag, and the help of those above.
 * @param needs - what its user may have to be allowed
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
      `in place of the one in the configuration, or of the pod's own; needs ${needs}`,
    );

/** Runs a subcommand on the control plane that its flags name. */
export const withControlPlaneClient = async (
  command: Command,
  run: (client: KubeClient) => Promise<void>,
): Promise<void> => {
  const flags = command.optsWithGlobals<AccessFlags>();
  const kubeConfig = loadKubeConfigOrInCluster(
    kubeconfigFile(flags),
    '--kubeconfig <file>, or --config <file> where that has controlPlane.kubeconfig',
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
