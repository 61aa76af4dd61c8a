/** Packages that are not installed or not healthy. Pure function. */
import type { Unstructured } from '@klutch/kube';
import { conditionOf, explain } from '../conditions';
import { isPaused } from '../crossplane/isPaused';
import { referenceTo, type Problem } from '../Problem';

/** The problems of providers, functions and configurations. */
export function packageProblems(packages: readonly Unstructured[]): Problem[] {
  return packages
    .filter(one => !isPaused(one))
    .flatMap((one): Problem[] => {
      const failing = ['Installed', 'Healthy'].find(
        type => conditionOf(one, type)?.status !== 'True',
      );
      if (!failing) return [];
      const condition = conditionOf(one, failing);
      const state = failing === 'Installed' ? 'installed' : 'healthy';
      return [
        {
          severity: 'error',
          object: referenceTo(one),
          reason:
            failing === 'Installed'
              ? 'PackageNotInstalled'
              : 'PackageNotHealthy',
          params: {
            cause: explain(condition),
            revisions: `${one.kind?.toLowerCase()}revisions.pkg.crossplane.io`,
          },
          message: `The package is not ${state}. ${explain(condition)}`,
          remedy: `Look at its revisions: kubectl describe ${one.kind?.toLowerCase()}revisions.pkg.crossplane.io. Usual causes are an image that cannot be pulled, a dependency that does not fit, or a Deployment that does not start.`,
        },
      ];
    });
}
