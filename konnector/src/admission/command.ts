/** `klutch-konnector admission-policy`: prints policies that an administrator may apply. */
import { toYaml } from '@klutch/bind-api';
import { createClient, loadKubeConfigOrInCluster } from '@klutch/kube';
import { Command } from 'commander';
import { admissionPolicyLabel } from './admissionPolicy';
import { readPolicies } from './readPolicies';

interface Flags {
  api: string[];
  /** Flag of the parent command. */
  kubeconfig?: string;
}

/** Creates the subcommand. @param print - receives YAML. */
export const admissionPolicyCommand = (
  print: (yaml: string) => void,
): Command =>
  new Command('admission-policy')
    .description(
      `Prints a MutatingAdmissionPolicy for bound APIs: the API server sets finalizer and annotation when an object is created, which saves the konnector a write. Optional; for Kubernetes 1.36 and later.
  apply:  klutch-konnector admission-policy --kubeconfig <file> --api things.example.com | kubectl apply -f -
  remove: kubectl delete mutatingadmissionpolicybindings,mutatingadmissionpolicies -l ${admissionPolicyLabel}=true
Remove it before you unbind an API or uninstall the konnector.`,
    )
    .requiredOption('--api <name...>', 'bound APIs, by the names of their CRDs')
    .allowExcessArguments(false)
    .action(async (_flags: unknown, command: Command) => {
      const { api, kubeconfig } = command.optsWithGlobals<Flags>();
      const client = createClient(loadKubeConfigOrInCluster(kubeconfig));
      try {
        const objects = await readPolicies(client, api);
        print(toYaml(objects));
      } finally {
        await client.close();
      }
    });
