// The reflector's list requests: the whole resource, or a check of a resource version.
import { ListResult } from '../client/KubeClient';
import { garbledAnswer } from '../client/connectionFailure';
import { metadataOf } from '../resources';
import { KubeObject } from '../types';
import { ReflectorOptions } from './ReflectorOptions';
import { ListMode, ReflectorEvent } from './watchState';

/** Rejects a response without a resource version, which must not pass for an empty list. */
function expectList(
  { resourceVersion }: ListResult<KubeObject>,
  server: string,
): void {
  if (resourceVersion) return;
  throw garbledAnswer(server, 'a list without a resourceVersion');
}

/** Reads the whole resource in pages or in one response, and hands it to the listener. */
export async function listResource<T extends KubeObject>(
  options: ReflectorOptions<T>,
  mode: ListMode,
  signal: AbortSignal,
): Promise<ReflectorEvent> {
  const { client, resource, selection, timings, transform } = options;
  const { health, listener } = options;
  const startedMs = performance.now();
  const replacement = listener.beginReplace();
  const pageSize = mode === 'whole' ? 0 : timings.pageSize;
  const query = { ...selection, pageSize, signal };
  let resourceVersion = '';
  for await (const page of client.listPages(resource, query)) {
    expectList(page, client.server);
    for (const item of page.items) replacement.put(transform(item));
    resourceVersion = page.resourceVersion;
    health.recordActivity();
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await listener.onList(replacement, { mode: 'pages', seconds });
  return { type: 'listed', resourceVersion };
}

/** Sends the smallest list request for a state that is not older than the version. */
export async function checkResourceVersion<T extends KubeObject>(
  { client, resource, selection, health }: ReflectorOptions<T>,
  resourceVersion: string,
  signal: AbortSignal,
): Promise<ReflectorEvent> {
  const query = { ...selection, pageSize: 1, notOlderThan: resourceVersion };
  const pages = client.listPages(metadataOf(resource), { ...query, signal });
  for await (const page of pages) {
    expectList(page, client.server);
    break;
  }
  health.recordActivity();
  return { type: 'checked' };
}
