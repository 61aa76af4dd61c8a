/** `klutch-binding-backend offboard`: says what would go with an app cluster, and ends it once its name is confirmed. */
import {
  createClient,
  createLogger,
  defineResource,
  intakePolicies,
  loadOwnKubeConfig,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import { Command } from 'commander';
import { offboard, previewOffboarding } from '../offboarding/offboard';
import { backendVersion } from '../version';
import { readServerConfig } from './config';

interface Flags {
  confirm?: string;
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

/** Whoever the kubeconfig signs in as, for the audit. */
const actorOf = async (client: KubeClient): Promise<string> => {
  const { status } = await client.create(selfSubjectReviews, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: selfSubjectReviews.kind,
    metadata: {},
  });
  return `kubernetes/${status?.userInfo?.username ?? 'unknown'}`;
};

const kubeconfigFile = ({ kubeconfig, config }: Flags): string | undefined =>
  kubeconfig ??
  (config ? readServerConfig(config).controlPlane.kubeconfig : undefined);

const preview = async (
  client: KubeClient,
  namespace: string,
): Promise<string> => {
  const { text } = await previewOffboarding(client, namespace);
  return `${text}\nNothing was changed. To do it, add --confirm ${namespace}.\n`;
};

const end = async (
  client: KubeClient,
  namespace: string,
  confirm: string,
): Promise<string> => {
  const logger = createLogger('binding-backend', {
    destination: process.stderr,
  });
  await offboard(client, namespace, {
    confirm,
    actor: await actorOf(client),
    audit: event => logger.info({ audit: event }, event.action),
  });
  return `The app cluster of ${namespace} is being offboarded. Namespaces go when their contents have gone.\n`;
};

/** The subcommand; `print` gets what it has to say. */
export const offboardCommand = (print: (text: string) => void): Command =>
  new Command('offboard')
    .description(
      'Says what would go with an app cluster, and changes nothing; with --confirm, ends it: tokens, exports, service namespaces with their data, cluster namespace',
    )
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false)
    .argument('<namespace>', 'its cluster namespace')
    .option('--confirm <namespace>', 'the same name again: does it')
    .option(
      '--kubeconfig <file>',
      'in place of the one in the configuration; needs the roles of "roles --offboarding", or an administrator’s',
    )
    .action(async (namespace: string, _flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<Flags>();
      const client = createClient(loadOwnKubeConfig(kubeconfigFile(flags)), {
        userAgent: `klutch-binding-backend/${backendVersion}`,
        policy: intakePolicies.open,
      });
      try {
        print(
          flags.confirm === undefined
            ? await preview(client, namespace)
            : await end(client, namespace, flags.confirm),
        );
      } finally {
        await client.close();
      }
    });
