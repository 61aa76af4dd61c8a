import { onlyElement } from './httpCredentials';
import { callSearchEngine } from './searchEngine';
import type { Credentials, ServiceUse } from './ServiceUse';

const documentUrl = ({ host }: Credentials) =>
  `${onlyElement(host)}/orders/_doc/1`;

export const search: ServiceUse = {
  type: 'search',
  plural: 'searchinstances',
  service: 'a9s-search2',
  plan: 'search-single-nano-ssl',
  hasBackups: true,
  async write(credentials) {
    await callSearchEngine(credentials, {
      url: documentUrl(credentials),
      method: 'PUT',
      body: { item: 'first order' },
    });
  },
  async has(credentials) {
    const url = documentUrl(credentials);
    return (await callSearchEngine(credentials, { url })).status === 200;
  },
  async remove(credentials) {
    await callSearchEngine(credentials, {
      url: documentUrl(credentials),
      method: 'DELETE',
    });
  },
};
