import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** Whether a request for a service has not been met or dismissed yet. */
export const isWaitingRequest = ({
  state,
}: Pick<Schemas['OwnServiceRequest'], 'state'>): boolean =>
  state === 'Open' || state === 'Approved';
