/** `klutch-binding-backend offboard`: says what would go with an app cluster, and ends it once its name is confirmed. */
import type { KubeClient } from '@klutch/kube';
import { Command, InvalidArgumentError } from 'commander';
import { offboard, previewOffboarding } from '../offboarding/offboard';
import type { ShownLoss } from '../offboarding/OffboardingPreview';
import {
  createCommandAudit,
  withControlPlaneClient,
  withKubeconfigOption,
} from './commandAccess';

/** What says in a command that somebody has seen it; nothing where nothing is lost. */
const confirmationFlags = ({ liveObjects, uncounted }: ShownLoss): string =>
  [
    ...(liveObjects > 0 ? [` --live-objects ${liveObjects}`] : []),
    ...(uncounted.length > 0 ? [` --uncounted ${uncounted.join(',')}`] : []),
  ].join('');

const preview = async (
  client: KubeClient,
  namespace: string,
): Promise<string> => {
  const found = await previewOffboarding(client, namespace);
  return `${found.text}\nNothing was changed. To do it, add --confirm ${namespace}${confirmationFlags(found)}\n`;
};

const parseCount = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number.');
};

const parseTypes = (text: string): string[] => text.split(',').filter(Boolean);

interface Flags extends ShownLoss {
  confirm?: string;
}

const runOffboarding = async (
  client: KubeClient,
  namespace: string,
  confirm: string,
  shown: ShownLoss,
): Promise<string> => {
  await offboard(client, namespace, {
    confirm,
    shown,
    ...(await createCommandAudit(client)),
  });
  return `The app cluster of ${namespace} is being offboarded. Namespaces go when their contents have gone, ${namespace} as the last, when the binding backend has let go of it. Where none runs any more, give the same command again once the others have gone: it lets go in its place.\n`;
};

/** The subcommand; `print` gets what it has to say. */
export const offboardCommand = (print: (text: string) => void): Command =>
  withKubeconfigOption(
    new Command('offboard')
      .description(
        'Says what would go with an app cluster, and changes nothing; with --confirm, ends it: tokens, exports, service namespaces with their data, cluster namespace',
      )
      .argument('<namespace>', 'its cluster namespace')
      .option('--confirm <namespace>', 'the same name again: does it')
      .option(
        '--live-objects <number>',
        'how many live objects it said would go; it is refused when there are more',
        parseCount,
        0,
      )
      .option(
        '--uncounted <types>',
        'what it said it could not count, separated by commas; it is refused when there is more',
        parseTypes,
        [],
      ),
    'the roles of "roles --offboarding", or an administrator’s',
  ).action(
    (namespace: string, { confirm, ...shown }: Flags, command: Command) =>
      withControlPlaneClient(command, async client =>
        print(
          confirm === undefined
            ? await preview(client, namespace)
            : await runOffboarding(client, namespace, confirm, shown),
        ),
      ),
  );
