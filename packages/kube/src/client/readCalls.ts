// Calls that read objects.
import { isExpired } from '../errors';
import { objectPath } from './paths';
import { KubeObject, Resource } from '../types';
import { KubeClient, ListResult } from './KubeClient';
import { ListOptions } from './requestOptions';
import { isMissingObject } from './missingObject';
import { listPath } from './requests';
import { acceptOf, withType } from './representation';
import { list, objectOf } from './shapes';
import { Send } from './TransportRequest';

const defaultPageSize = 500;

/** Read calls of the client; requests are sent with `read`. */
export function readCalls(
  read: Send,
): Pick<KubeClient, 'get' | 'list' | 'listPages'> {
  async function* listPages<T extends KubeObject>(
    resource: Resource<T>,
    o: ListOptions = {},
  ): AsyncGenerator<ListResult<T>> {
    const limit = o.pageSize ?? defaultPageSize;
    let continueToken: string | undefined;
    do {
      const request = {
        verb: 'list',
        resource: resource.plural,
        method: 'GET',
        path: listPath(resource, o, { limit, continueToken }),
        accept: acceptOf(resource, 'list'),
        signal: o.signal,
      };
      const page = await read(request, list);
      yield {
        items: (page.items ?? []).map(item => withType(item, resource)),
        resourceVersion: page.metadata?.resourceVersion ?? '',
      };
      continueToken = page.metadata?.continue || undefined;
    } while (continueToken);
  }

  async function listAll<T extends KubeObject>(
    resource: Resource<T>,
    o: ListOptions,
  ): Promise<ListResult<T>> {
    const items: T[] = [];
    let resourceVersion = '';
    for await (const page of listPages(resource, o)) {
      for (const item of page.items) items.push(item);
      resourceVersion = page.resourceVersion;
    }
    return { items, resourceVersion };
  }

  return {
    async get(resource, key, o = {}) {
      try {
        const request = {
          verb: 'get',
          resource: resource.plural,
          method: 'GET',
          path: objectPath(resource, key),
          accept: acceptOf(resource, 'object'),
          signal: o.signal,
        };
        return withType(await read(request, objectOf()), resource);
      } catch (error) {
        if (isMissingObject(error, key)) return undefined;
        throw error;
      }
    },

    async list(resource, o = {}) {
      try {
        return await listAll(resource, o);
      } catch (error) {
        // The pages took longer than the server keeps its state; a single response cannot expire.
        if (isExpired(error)) {
          return listAll(resource, { ...o, pageSize: 0 });
        }
        throw error;
      }
    },

    listPages,
  };
}
