/** Links between the pages, relative so that they work at any mount path of the router. */
import type { ApiResource } from '@klutch/bind-api';

const query = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();

/** Link to the list of APIs. */
export const offersLink = (s: string): string => `resources?${query({ s })}`;

/** Link to the consent page of one API, in the upstream format. */
export const bindLink = (s: string, { group, resource }: ApiResource): string =>
  `bind?${query({ s, resource, group })}`;

/** Link to the consent page without an API, which renews the credentials. */
export const renewLink = (s: string): string => `bind?${query({ s })}`;
