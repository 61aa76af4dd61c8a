/** `klutch-konnector remote-roles`: prints what an administrator of an app cluster applies. */
import { Command } from 'commander';
import { stringify } from 'yaml';
import { remoteKonnectorRoles } from './remote';

/** The subcommand; `print` gets YAML. */
export const remoteRolesCommand = (print: (yaml: string) => void): Command =>
  new Command('remote-roles')
    .description(
      `Prints what a konnector in control-plane mode needs on the app cluster: namespace, service account for its kubeconfig, ClusterRoles.
  apply: klutch-konnector remote-roles | kubectl --context <app cluster> apply -f -`,
    )
    .allowExcessArguments(false)
    .action(() =>
      print(
        remoteKonnectorRoles()
          .map(object => stringify(object, { aliasDuplicateObjects: false }))
          .join('---\n'),
      ),
    );
