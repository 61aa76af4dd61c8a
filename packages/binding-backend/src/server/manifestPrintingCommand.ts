/** What the subcommands that print manifests have in common. */
import { Command } from 'commander';
import { backendNames } from '../backendNames';

const { program } = backendNames;

/** A subcommand that prints manifests for an administrator to apply. */
export const manifestPrintingCommand = (
  command: string,
  description: string,
): Command =>
  new Command(command)
    .description(description)
    .configureHelp({ showGlobalOptions: true })
    .allowExcessArguments(false)
    .option('--namespace <name>', 'namespace of the pod and the Lease', program)
    .option('--service-account <name>', 'service account of the pod', program)
    .option('--offboarding', 'include the rights to offboard app clusters')
    .option(
      '--no-admission-policy',
      'omit the ValidatingAdmissionPolicies that limit the backend’s writes, for control plane clusters older than Kubernetes 1.30, which lack this type; the backend’s credentials then amount to an administrator’s',
    );
