/** Compositions whose functions do not run. Pure function. */
import type { Unstructured } from '@klutch/kube';
import { referenceTo, type Problem } from '../Problem';

interface PipelineSpec {
  mode?: string;
  pipeline?: { step?: string; functionRef?: { name?: string } }[];
}

/** Label with the name of a revision's package. */
const packageLabel = 'pkg.crossplane.io/package';

/** Why a function cannot be called. Crossplane calls the first active revision at its endpoint. */
function unavailableBecause(
  name: string,
  revisions: readonly Unstructured[],
): string | undefined {
  const own = revisions.filter(
    ({ metadata }) => metadata.labels?.[packageLabel] === name,
  );
  if (own.length === 0) return 'is not installed under that name';
  const active = own.find(({ spec }) => spec?.desiredState === 'Active');
  if (!active) return 'has no active revision';
  return active.status?.endpoint ? undefined : 'has no endpoint yet';
}

/** The problems of Compositions with regard to the functions that exist. */
export function compositionProblems(
  compositions: readonly Unstructured[],
  functionRevisions: readonly Unstructured[],
): Problem[] {
  return compositions.flatMap(composition => {
    const { pipeline = [] } = (composition.spec ?? {}) as PipelineSpec;
    return pipeline.flatMap(({ step, functionRef }): Problem[] => {
      const name = functionRef?.name ?? '';
      const reason = unavailableBecause(name, functionRevisions);
      return reason
        ? [
            {
              severity: 'error',
              object: referenceTo(composition),
              message: `Its step ${step} calls the function ${name}, which ${reason}.`,
              remedy: `Install the function as a Function with the name ${name}, and wait until it is healthy.`,
            },
          ]
        : [];
    });
  });
}
