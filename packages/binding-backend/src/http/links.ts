/** Addresses within the handshake, relative to the page that shows them: they hold wherever the router is mounted. */
import type { ApiResource } from '@klutch/bind-api';

const query = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();

/** The list of APIs. */
export const offersLink = (s: string): string => `resources?${query({ s })}`;

/** What one API asks for; in the reference's form. */
export const bindLink = (s: string, { group, resource }: ApiResource): string =>
  `bind?${query({ s, resource, group })}`;

/** Renewal of the connection: a consent without an API. */
export const renewLink = (s: string): string => `bind?${query({ s })}`;
