/** The app cluster that this one was restored from, according to an annotation. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from './markers';

/** UID of the former cluster, see `ClusterPins`; undefined without the annotation. */
export const formerClusterOf = ({
  metadata,
}: APIServiceBinding): string | undefined =>
  metadata.annotations?.[annotations.takeOverFrom];
