/** Carries out `trace`: the steps of a claim from the request to the service, and where they stop. */
import { traceDocsUrl } from '@klutch/control-plane-health';
import type { Command } from 'commander';
import { withCluster, type CommandContext } from '../CommandContext';
import { claimName } from '../claims/ClaimApi';
import { readServices } from '../claims/readServices';
import { findClaim, type FoundClaim } from '../claims/readClaims';
import { selectCluster, type ClusterFlags } from '../cluster/selectCluster';
import { dataText, type DataFormat } from '../output/objects';
import { withProgress } from '../progress';
import { mergeSteps } from './mergeSteps';
import {
  readAppCluster,
  readControlPlane,
  type ControlPlaneResult,
} from './readTrace';
import { traceText } from './traceText';
import type { TraceStep } from './TraceStep';

interface TraceFlags extends ClusterFlags {
  controlPlaneKubeconfig?: string;
  controlPlaneContext?: string;
  output?: DataFormat;
}

/** Reads the control plane, if one was selected. */
async function readSelected(
  flags: TraceFlags,
  found: FoundClaim,
): Promise<ControlPlaneResult | undefined> {
  const { controlPlaneKubeconfig, controlPlaneContext } = flags;
  if (!controlPlaneKubeconfig && !controlPlaneContext) return undefined;
  const plane = await selectCluster({
    kubeconfig: controlPlaneKubeconfig ?? flags.kubeconfig,
    context: controlPlaneContext,
  });
  try {
    return await readControlPlane(plane, found);
  } finally {
    await plane.client.close();
  }
}

/** As the portal's REST interface has it. */
const withDocsUrl = (step: TraceStep) => ({
  ...step,
  ...(step.finding && { docsUrl: traceDocsUrl(step.finding) }),
});

/**
 * Prints the steps of a claim.
 *
 * @param reference - name or type/name of the claim
 * @returns the exit code: 1 when a step failed
 * @throws Error when there is no such claim, or several
 */
export function runTrace(
  context: CommandContext,
  reference: string,
  command: Command,
): Promise<number> {
  const flags = command.optsWithGlobals<TraceFlags>();
  const { stderr, stdout } = context;
  return withCluster(context, command, async ({ client, namespace }) => {
    const apis = await readServices(context, client);
    const found = await findClaim(client, apis, reference, namespace);
    const [facts, plane] = await withProgress(
      stderr,
      'Reading the objects',
      Promise.all([readAppCluster(client, found), readSelected(flags, found)]),
    );
    const steps = mergeSteps(facts, plane);
    const object = claimName(found.api, found.claim);
    stdout.write(
      flags.output
        ? dataText(
            { object, namespace, steps: steps.map(withDocsUrl) },
            flags.output,
          )
        : traceText(steps),
    );
    return steps.some(({ state }) => state === 'failed') ? 1 : 0;
  });
}
