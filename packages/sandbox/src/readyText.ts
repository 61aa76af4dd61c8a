/** The text that `npm start` prints when everything runs. */
import { PASSWORD, sandboxUsers } from './identity/users';
import { defaultDir, layoutOf } from './layout';
import type { SandboxState } from './state';

/** The options of the start that appear in the text. */
export interface ReadyTextOptions {
  /** Folder of the sandbox, as given on the command line. */
  dir: string;
  /** Omits hints that need a browser. */
  headless: boolean;
}

/** The text: URLs, users and suggested first steps. */
export function readyText(
  { bindingUrl, url, kubectl, kubeconfigs }: SandboxState,
  options: ReadyTextOptions,
): string {
  const { dir } = layoutOf(options.dir);
  const users = sandboxUsers
    .map(({ name, role }) => `${name} (${role})`)
    .join(', ');
  // npm passes flags to a script only after two dashes.
  const demo = `npm run demo${dir === defaultDir ? '' : ` -- --dir ${dir}`}`;
  return `
Ready: ${url}
  Sign in as ${users}, password "${PASSWORD}", or look around as guest.
  Kubeconfigs
    app cluster, as alice  ${kubeconfigs.alice}
    app cluster, admin     ${kubeconfigs.appCluster}
    control plane, admin   ${kubeconfigs.controlPlane}
  Another app cluster binds with packages/cli/bin/kubectl-klutch bind ${bindingUrl}
    packages/sandbox/README.md says how.

Three things to try, the commands in a second terminal
  1. ${options.headless ? demo : `Open ${url}/klutch, sign in as alice and order a PostgreSQL instance.`}
  2. ${kubectl} --kubeconfig ${kubeconfigs.alice} -n team-a get postgresqlinstances,servicebindings,backups,restores
  3. ${options.headless ? `${kubectl} --kubeconfig ${kubeconfigs.controlPlane} get managed` : 'Sign in as oscar and look at Data platform: withdraw an API, offer it again, bind it.'}

Ctrl-C stops everything; the data stay in ${dir} for the next start (--reset deletes them).`;
}
