/** Reads what is wrong on the control plane, impersonating the operator. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { checkControlPlane } from '@klutch/control-plane-health';
import type { KubeClient } from '@klutch/kube';
import { CONTROL_PLANE_TITLE } from '../clusters/ControlPlane';
import { mapKubeErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';

/**
 * The problems of the control plane; what the operator may not read is a warning among them.
 *
 * @throws NotAllowedError when the operator may not even read CRDs
 */
export function readControlPlaneHealth(
  client: KubeClient,
  { kubernetes }: Person,
): Promise<Schemas['ControlPlaneHealth']> {
  return mapKubeErrors(
    {
      action: 'check the control plane',
      object: 'The health of the control plane',
      cluster: CONTROL_PLANE_TITLE,
      user: kubernetes.user,
    },
    () => checkControlPlane(client.as(kubernetes)),
  );
}
