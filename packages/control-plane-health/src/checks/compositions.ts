/** Compositions whose functions do not run. Pure function. */
import type { Unstructured } from '@klutch/kube';
import { referenceTo, type Problem, type ProblemReason } from '../Problem';

interface PipelineSpec {
  mode?: string;
  pipeline?: { step?: string; functionRef?: { name?: string } }[];
}

/** Label with the name of a revision's package. */
const packageLabel = 'pkg.crossplane.io/package';

type Unavailable = Extract<ProblemReason, `Function${string}`>;

const unavailableTexts: Record<Unavailable, string> = {
  FunctionNotInstalled: 'is not installed under that name',
  FunctionInactive: 'has no active revision',
  FunctionWithoutEndpoint: 'has no endpoint yet',
};

/** Why a function cannot be called. Crossplane calls the first active revision at its endpoint. */
function unavailableBecause(
  name: string,
  revisions: readonly Unstructured[],
): Unavailable | undefined {
  const own = revisions.filter(
    ({ metadata }) => metadata.labels?.[packageLabel] === name,
  );
  if (own.length === 0) return 'FunctionNotInstalled';
  const active = own.find(({ spec }) => spec?.desiredState === 'Active');
  if (!active) return 'FunctionInactive';
  return active.status?.endpoint ? undefined : 'FunctionWithoutEndpoint';
}

/** The problems of Compositions with regard to the functions that exist. */
export function compositionProblems(
  compositions: readonly Unstructured[],
  functionRevisions: readonly Unstructured[],
): Problem[] {
  return compositions.flatMap(composition => {
    const { pipeline = [] } = (composition.spec ?? {}) as PipelineSpec;
    return pipeline.flatMap(({ step = '', functionRef }): Problem[] => {
      const name = functionRef?.name ?? '';
      const reason = unavailableBecause(name, functionRevisions);
      return reason
        ? [
            {
              severity: 'error',
              object: referenceTo(composition),
              reason,
              params: { step, function: name },
              message: `Its step ${step} calls the function ${name}, which ${unavailableTexts[reason]}.`,
              remedy: `Install the function as a Function with the name ${name}, and wait until it is healthy.`,
            },
          ]
        : [];
    });
  });
}
