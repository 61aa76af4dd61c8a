/** Reads what Crossplane composed for a provider copy, as the person. */
import {
  CONTROL_PLANE_NAME,
  explain,
} from '@klutch/backstage-plugin-klutch-common';
import { ClaimTracer, detectCrossplane } from '@klutch/control-plane-health';
import { isForbidden, resourceName, type Unstructured } from '@klutch/kube';
import type { ApiDescriptor } from '../../claimApis/claimResource';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapKubeErrors, type ErrorContext } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import type { ClaimFacts } from '../../inventory/ClaimFacts';
import type { ComposedObjects } from './composedSteps';
import type { SupportFacts } from './supportSteps';

/** For errors of the control plane. */
export const composedContext = ({ kubernetes }: Person): ErrorContext => ({
  action: 'see what Crossplane composed',
  object: 'What Crossplane composed',
  cluster: CONTROL_PLANE_NAME,
  user: kubernetes.user,
});

function withoutCrossplane(object: Unstructured): ComposedObjects {
  const { apiVersion = '', kind = '', metadata } = object;
  const { name = '', namespace } = metadata;
  const reference = { apiVersion, kind, name, namespace };
  return { trace: { reference, object, children: [] }, copyIs: 'other' };
}

/**
 * The provider copy with everything composed for it, or why it may not be read; undefined without a provider copy, and
 * while the control plane is unreachable.
 *
 * @throws user-facing errors of the control plane, but for a missing right
 */
export async function readComposed(
  { client, caches }: Pick<ControlPlane, 'client' | 'caches'>,
  person: Person,
  claim: { api: ApiDescriptor; facts: ClaimFacts },
): Promise<SupportFacts['composed']> {
  const { controlPlaneProblem, providerCopy } = claim.facts;
  if (controlPlaneProblem || typeof providerCopy === 'string') return undefined;
  const copy = providerCopy as Unstructured;
  const context = composedContext(person);
  return mapKubeErrors(context, async () => {
    try {
      // The portal may read CRDs, so that the person needs no right to.
      const crossplane = await detectCrossplane(client);
      if (!crossplane) return withoutCrossplane(copy);
      const isClaim =
        crossplane.compositeOf(copy) !== undefined ||
        caches.xrds.byIndex('claims', resourceName(claim.api)).length > 0;
      const tracer = new ClaimTracer(client.as(person.kubernetes), crossplane);
      return {
        trace: await tracer.trace(copy),
        copyIs: isClaim ? 'claim' : 'composite',
      };
    } catch (error) {
      if (!isForbidden(error)) throw error;
      return explain('Forbidden', {
        action: context.action,
        cluster: context.cluster,
        user: person.kubernetes.user,
      });
    }
  });
}
