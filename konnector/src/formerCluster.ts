/** The app cluster that a person says this one was restored from. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from './markers';

/** Its UID, as a binding has it, see `ClusterPins`; undefined when it says nothing of that. */
export const formerClusterOf = ({
  metadata,
}: APIServiceBinding): string | undefined =>
  metadata.annotations?.[annotations.takeOverFrom];
