/** Writes a change of a claim. */
import { ConflictError } from '@backstage/errors';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import {
  claimResource,
  PORTAL_FIELD_MANAGER,
  type ClaimObject,
} from '../claimApis/claimResource';
import { explainedError } from '../errors/explainedError';
import type { ErrorContext } from '../errors/kubeErrors';
import type { Grant } from '../permissions/Grant';
import type { LocatedTarget } from './ClaimLocator';
import { claimPatch } from './claimPatch';
import type { ClaimGuard } from './ClaimGuard';
import type { ClaimViews } from './ClaimViews';
import { isChangedSince } from './isChangedSince';

/** The error for a claim that was changed meanwhile. */
export const claimChanged = ({ object }: ErrorContext) =>
  explainedError(ConflictError, explain('ClaimChanged', { object }));

/**
 * Makes the change if the claim is still as the change was made from.
 *
 * @remarks
 * The konnector writes the status meanwhile, which changes the resourceVersion but not the generation.
 *
 * @throws ConflictError otherwise, and errors of Kubernetes
 */
export async function writeChange(
  located: LocatedTarget,
  change: Schemas['ClaimChange'],
  options: {
    dryRun: boolean;
    errorContext: ErrorContext;
    /** Have to cover the claim before and after the change. */
    grants: readonly Grant<Schemas['Claim']>[];
    guard: ClaimGuard;
    views: ClaimViews;
  },
): Promise<ClaimObject> {
  const { person, target } = located;
  const { dryRun, errorContext, grants, guard, views } = options;
  const { before, generation, spec } = change;
  const requireGrants = (object: ClaimObject) =>
    grants.forEach(one => one.require(() => views.row(target, object)));
  const object = await guard.readLive(located);
  const { metadata } = object;
  requireGrants(object);
  const isChanged =
    (spec && metadata.generation !== generation) ||
    (before && isChangedSince(views.row(target, object), before));
  if (isChanged) throw claimChanged(errorContext);
  const patch = (isDryRun: boolean) =>
    target.cluster.client
      .as(person.kubernetes)
      .mergePatch(
        claimResource(target.info.api),
        target.ref,
        claimPatch(change, object),
        {
          fieldManager: PORTAL_FIELD_MANAGER,
          strictFields: true,
          dryRun: isDryRun,
        },
      );
  if (dryRun || grants.some(one => one.isConditional)) {
    const changed = await patch(true);
    // A change must not lead to a claim that the permissions do not cover, for example on another plan.
    requireGrants(changed);
    if (dryRun) return changed;
  }
  return patch(false);
}
