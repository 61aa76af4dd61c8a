/** Subcommands that print the roles that an administrator of an app cluster applies. */
import { toYaml } from '@klutch/bind-api';
import { loadKubeConfigOrInCluster } from '@klutch/kube';
import { Command } from 'commander';
import {
  openBoundCluster,
  type RemoteLocation,
} from '../bindings/readBindings';
import { bindingRoles } from './bindingRoles';
import { remoteKonnectorRoles } from './remote';

/** `klutch-konnector remote-roles`. @param print - receives YAML. */
export const remoteRolesCommand = (print: (yaml: string) => void): Command =>
  new Command('remote-roles')
    .description(
      `Prints what a konnector in control-plane mode needs on the app cluster: namespace, service account for its kubeconfig, ClusterRoles.
  apply: klutch-konnector remote-roles | kubectl --context <app cluster> apply -f -`,
    )
    .allowExcessArguments(false)
    .action(() => print(toYaml(remoteKonnectorRoles())));

/**
 * `klutch-konnector binding-roles`.
 * @param options.print - receives YAML.
 * @param options.warn - receives messages about what could not be read.
 * @param options.remoteOf - the settings of control-plane mode from the flags of the parent command.
 */
export const bindingRolesCommand = ({
  print,
  warn,
  remoteOf,
}: {
  print: (yaml: string) => void;
  warn: (line: string) => void;
  remoteOf: (flags: object) => RemoteLocation;
}): Command =>
  new Command('binding-roles')
    .description(
      `Prints the ClusterRoles that the konnector needs on the app cluster for its bindings and the permission claims accepted on them. Apply them when binding an API; the reference's CLI does not.
  apply: klutch-konnector binding-roles --kubeconfig <file> | kubectl apply -f -`,
    )
    .allowExcessArguments(false)
    .action(async (_flags: unknown, command: Command) => {
      const flags = command.optsWithGlobals<{ kubeconfig?: string }>();
      const cluster = await openBoundCluster(
        loadKubeConfigOrInCluster(flags.kubeconfig),
        remoteOf(flags),
      );
      try {
        const { roles, problems } = await bindingRoles(cluster);
        print(toYaml(roles));
        problems.forEach(warn);
      } finally {
        await cluster.close();
      }
    });
