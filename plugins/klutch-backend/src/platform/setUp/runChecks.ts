/** Runs the checks of the set-up in parallel, with a limit of time. */
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { rejectOnAbort } from '@klutch/kube';
import { failureText } from '../failureText';
import {
  docsUrlOf,
  finding,
  worstOf,
  type Check,
  type Finding,
} from './finding';

async function runCheck(
  { run }: Check,
  signal: AbortSignal,
): Promise<Finding[]> {
  try {
    return await rejectOnAbort(run(signal), signal);
  } catch (error) {
    return [
      signal.aborted
        ? finding('failed', explain('SetUpTimeout'))
        : finding(
            'failed',
            explain('SetUpError', { error: failureText(error) }),
          ),
    ];
  }
}

/** The checks in their order; one that fails or takes too long says so. */
export async function runChecks(
  checks: readonly Check[],
  timeoutMs: number,
): Promise<Schemas['SetUp']> {
  const signal = AbortSignal.timeout(timeoutMs);
  const results = await Promise.all(
    checks.map(async check => {
      const findings = await runCheck(check, signal);
      const { docs, name } = check;
      const docsUrl = docsUrlOf(docs);
      return { name, docsUrl, state: worstOf(findings), findings };
    }),
  );
  return { checkedAt: new Date().toISOString(), checks: results };
}
