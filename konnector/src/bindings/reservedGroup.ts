/** Groups that belong to Kubernetes or to the binding itself. Pure. */
import { names } from '@klutch/bind-api';

/** True when nobody may bring a CRD into the group through a binding. */
export const isReservedGroup = (group: string): boolean =>
  group === '' ||
  group === 'k8s.io' ||
  group.endsWith('.k8s.io') ||
  group === 'kubernetes.io' ||
  group.endsWith('.kubernetes.io') ||
  group === names.group ||
  group === names.templateGroup;
