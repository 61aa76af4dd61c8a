/** `klutch-binding-backend offboard`: says what would go with an app cluster, and ends it once its name is confirmed. */
import type { KubeClient } from '@klutch/kube';
import { Command } from 'commander';
import { offboard, previewOffboarding } from '../offboarding/offboard';
import { actOf, onControlPlane, withAccess } from './commandAccess';

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
  await offboard(client, namespace, {
    confirm,
    ...(await actOf(client)),
  });
  return `The app cluster of ${namespace} is being offboarded. Namespaces go when their contents have gone.\n`;
};

/** The subcommand; `print` gets what it has to say. */
export const offboardCommand = (print: (text: string) => void): Command =>
  withAccess(
    new Command('offboard')
      .description(
        'Says what would go with an app cluster, and changes nothing; with --confirm, ends it: tokens, exports, service namespaces with their data, cluster namespace',
      )
      .argument('<namespace>', 'its cluster namespace')
      .option('--confirm <namespace>', 'the same name again: does it'),
    'the roles of "roles --offboarding", or an administrator’s',
  ).action(
    (namespace: string, { confirm }: { confirm?: string }, command: Command) =>
      onControlPlane(command, async client =>
        print(
          confirm === undefined
            ? await preview(client, namespace)
            : await end(client, namespace, confirm),
        ),
      ),
  );
