/** XRDs whose API is not served, or without a Composition. Pure function. */
import type { Unstructured } from '@klutch/kube';
import { conditionOf, explain, isTrue } from '../conditions';
import type { CrossplaneVersion } from '../crossplane/CrossplaneVersion';
import { referenceTo, type Problem } from '../Problem';

interface CompositionSpec {
  compositeTypeRef?: { apiVersion?: string; kind?: string };
}

interface XrdSpec {
  group?: string;
  names?: { kind?: string };
  claimNames?: object;
}

function serviceProblem(xrd: Unstructured): Problem | undefined {
  const { claimNames } = (xrd.spec ?? {}) as XrdSpec;
  const types = ['Established', ...(claimNames ? ['Offered'] : [])];
  const failing = types.find(type => !isTrue(xrd, type));
  return failing
    ? {
        severity: 'error',
        object: referenceTo(xrd),
        reason: 'XrdNotServed',
        params: {
          condition: failing,
          cause: explain(conditionOf(xrd, failing)),
        },
        message: `Its API is not served: the condition ${failing} is not True. ${explain(conditionOf(xrd, failing))}`,
        remedy:
          'Correct the XRD. A CRD of the same name that another XRD or package owns must be deleted or handed over first.',
      }
    : undefined;
}

/** The problems of XRDs, also with regard to the Compositions that exist. */
export function xrdProblems(
  crossplane: CrossplaneVersion,
  xrds: readonly Unstructured[],
  compositions: readonly Unstructured[],
): Problem[] {
  return xrds.flatMap((xrd): Problem[] => {
    const problem = serviceProblem(xrd);
    if (problem) return [problem];
    const { group, names } = (xrd.spec ?? {}) as XrdSpec;
    const own = compositions.filter(({ spec }) => {
      const { compositeTypeRef } = (spec ?? {}) as CompositionSpec;
      return (
        compositeTypeRef?.kind === names?.kind &&
        compositeTypeRef?.apiVersion?.split('/')[0] === group
      );
    });
    if (own.length === 0) {
      return [
        {
          severity: 'error',
          object: referenceTo(xrd),
          reason: 'CompositionMissing',
          params: { kind: names?.kind ?? '' },
          message: `No Composition composes ${names?.kind}, so its claims are never fulfilled.`,
          remedy: 'Apply a Composition for it, or delete the XRD.',
        },
      ];
    }
    const chosen = crossplane.apiOf(xrd)?.defaultComposition;
    const others = own.map(({ metadata }) => metadata.name);
    return chosen && !own.some(({ metadata }) => metadata.name === chosen)
      ? [
          {
            severity: 'error',
            object: referenceTo(xrd),
            reason: 'DefaultCompositionMissing',
            params: { composition: chosen, others: others.join(', ') },
            message: `Its default Composition ${chosen} does not exist, so claims that name no Composition are never fulfilled.`,
            remedy: `Apply ${chosen}, or name one of ${others.join(', ')} in spec.defaultCompositionRef.`,
          },
        ]
      : [];
  });
}
