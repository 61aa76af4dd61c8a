/** `klutch-binding-backend offboard`: previews the offboarding of an app cluster, and runs it after confirmation. */
import type { KubeClient } from '@klutch/kube';
import { Command, InvalidArgumentError } from 'commander';
import { offboard, previewOffboarding } from '../offboarding/offboard';
import type { ShownLoss } from '../offboarding/OffboardingPreview';
import {
  createCommandAudit,
  withControlPlaneClient,
  withKubeconfigOption,
} from './commandAccess';

/** Flags that confirm the shown data loss; empty when no data is lost. */
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
  return `${found.text}\nNothing was changed. To offboard the app cluster, add --confirm ${namespace}${confirmationFlags(found)}\n`;
};

const parseCount = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write an integer.');
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
  return `The app cluster of ${namespace} is being offboarded. Namespaces are deleted once they are empty, ${namespace} as the last one, when the binding backend has removed its finalizer. If no binding backend is running any more, run the same command again after the other namespaces are deleted: it then removes the finalizer.\n`;
};

/** The subcommand; `print` receives its output. */
export const offboardCommand = (print: (text: string) => void): Command =>
  withKubeconfigOption(
    new Command('offboard')
      .description(
        'Shows what offboarding an app cluster would delete, and changes nothing; with --confirm, deletes its tokens, exports, service namespaces with their data, and cluster namespace',
      )
      .argument('<namespace>', 'cluster namespace of the app cluster')
      .option(
        '--confirm <namespace>',
        'the same name again, to offboard the app cluster',
      )
      .option(
        '--live-objects <number>',
        'number of live objects in the preview; the command is refused when there are more',
        parseCount,
        0,
      )
      .option(
        '--uncounted <types>',
        'types that the preview could not count, separated by commas; the command is refused when there are more',
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
