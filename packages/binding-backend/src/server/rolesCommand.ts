/** `roles`: prints what an administrator applies before the backend, or a portal that contains the backend, starts. */
import { toYaml } from '@klutch/bind-api';
import type { Command } from 'commander';
import type { ImpersonatedSubjects } from '../roles/portalRoles';
import { manifestPrintingCommand } from './manifestPrintingCommand';
import {
  portalAppClusterManifests,
  roleManifests,
  type ServerIdentity,
} from './roleManifests';

interface RolesFlags extends Omit<ServerIdentity, 'portal'> {
  portal?: boolean;
  portalAppCluster?: boolean;
  impersonateUser?: string[];
  impersonateGroup?: string[];
  anyUser?: boolean;
}

/** @throws Error for flags that contradict each other, and for names that the portal never impersonates */
const impersonatedSubjects = ({
  anyUser = false,
  impersonateGroup: groups = [],
  impersonateUser: users = [],
}: RolesFlags): ImpersonatedSubjects => {
  const reserved = [...users, ...groups].find(name => /^system:/i.test(name));
  if (reserved !== undefined) {
    throw new Error(
      `"${reserved}" is reserved for Kubernetes, and the portal never impersonates such names. Leave it out.`,
    );
  }
  if (anyUser && users.length > 0) {
    throw new Error(
      'With --any-user the portal may impersonate all users. Pass either --any-user or --impersonate-user.',
    );
  }
  if (!anyUser && users.length === 0) {
    throw new Error(
      'The portal acts on clusters as its users only. Pass --impersonate-user <names...>, and --impersonate-group <names...> for their groups.',
    );
  }
  return { users: anyUser ? 'any' : users, groups };
};

const manifestsOf = (flags: RolesFlags): object[] => {
  const { portal, portalAppCluster, ...identity } = flags;
  const { anyUser, impersonateGroup, impersonateUser, leaseName } = flags;
  if (portal && portalAppCluster) {
    throw new Error(
      'Pass either --portal, for the control plane, or --portal-app-cluster.',
    );
  }
  if (portal || portalAppCluster) {
    if (leaseName !== undefined) {
      throw new Error(
        'The name of the Lease of a portal cannot be configured. Leave out --lease-name.',
      );
    }
    const ofPortal = { ...identity, portal: impersonatedSubjects(flags) };
    return portal
      ? roleManifests(ofPortal)
      : portalAppClusterManifests(ofPortal);
  }
  if (anyUser || impersonateGroup || impersonateUser) {
    throw new Error(
      'Only a portal impersonates users. Add --portal or --portal-app-cluster.',
    );
  }
  return roleManifests(identity);
};

/** The subcommand; `print` receives its output. */
export const rolesCommand = (print: (text: string) => void): Command =>
  manifestPrintingCommand(
    'roles',
    'Prints the CRDs, namespace, service account and roles of the backend on the control plane cluster, to be applied by an administrator before it starts',
  )
    .option(
      '--user <name>',
      'user of the backend’s kubeconfig, instead of a service account',
    )
    .option('--lease-name <name>', 'same as "lease.name" in the configuration')
    .option(
      '--app-cluster-bindings',
      'include the CRDs and rights for AppClusterBindings',
    )
    .option(
      '--portal',
      'include the rights of the portal (Backstage), which contains the backend: user or service account are the portal’s, and the namespace is its "klutch.controlPlane.portalNamespace"',
    )
    .option(
      '--portal-app-cluster',
      'print only what the portal needs on an app cluster, for its user or service account there',
    )
    .option(
      '--impersonate-user <names...>',
      'users that the portal may impersonate, with the prefix of the configuration',
    )
    .option(
      '--impersonate-group <names...>',
      'groups that the portal may impersonate, likewise',
    )
    .option(
      '--any-user',
      'let the portal impersonate every user of the cluster, instead of a list; the portal’s credentials then amount to an administrator’s, because Kubernetes’ own users are among them',
    )
    .action((flags: RolesFlags) => print(toYaml(manifestsOf(flags))));
