/** Subcommands that print what an administrator of an app cluster applies. */
import { createClient, loadOwnKubeConfig, type KubeObject } from '@klutch/kube';
import { Command } from 'commander';
import { stringify } from 'yaml';
import { bindingRoles } from './bindingRoles';
import { remoteKonnectorRoles } from './remote';

const yamlOf = (objects: readonly KubeObject[]): string =>
  objects
    .map(object => stringify(object, { aliasDuplicateObjects: false }))
    .join('---\n');

/** `klutch-konnector remote-roles`; `print` gets YAML. */
export const remoteRolesCommand = (print: (yaml: string) => void): Command =>
  new Command('remote-roles')
    .description(
      `Prints what a konnector in control-plane mode needs on the app cluster: namespace, service account for its kubeconfig, ClusterRoles.
  apply: klutch-konnector remote-roles | kubectl --context <app cluster> apply -f -`,
    )
    .allowExcessArguments(false)
    .action(() => print(yamlOf(remoteKonnectorRoles())));

/** `klutch-konnector binding-roles`; `print` gets YAML, `warn` what could not be found out. */
export const bindingRolesCommand = (
  print: (yaml: string) => void,
  warn: (line: string) => void,
): Command =>
  new Command('binding-roles')
    .description(
      `Prints the ClusterRoles that the konnector needs for the bindings of this app cluster and the permission claims accepted on them. Whoever binds applies them; for APIs that the reference's CLI bound, nobody has.
  apply: klutch-konnector binding-roles --kubeconfig <file> | kubectl apply -f -`,
    )
    .allowExcessArguments(false)
    .action(async (_flags: unknown, command: Command) => {
      const { kubeconfig } = command.optsWithGlobals<{ kubeconfig?: string }>();
      const client = createClient(loadOwnKubeConfig(kubeconfig));
      try {
        const { roles, problems } = await bindingRoles(client);
        print(yamlOf(roles));
        problems.forEach(warn);
      } finally {
        await client.close();
      }
    });
