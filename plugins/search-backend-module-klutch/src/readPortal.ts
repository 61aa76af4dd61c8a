/** Reads services and instances from the portal's REST API, as documents are made of them. */
import { ServiceUnavailableError } from '@backstage/errors';
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';

/** Rows of a page of instances; the most that the portal returns. */
const PAGE_SIZE = 1_000;

/** An answer of the client. */
interface Answer<T> {
  data?: T;
  error?: Partial<Schemas['Error']>;
  response: Response;
}

function dataOf<T>({ data, error, response }: Answer<T>): T {
  if (data !== undefined) return data;
  const message = error?.error?.message ?? response.statusText;
  throw new ServiceUnavailableError(
    `The portal answered ${response.status}: ${message}`,
  );
}

/**
 * Services that can be ordered.
 *
 * @throws ServiceUnavailableError also while the control plane cluster is unreachable, so that the index keeps what it
 * has
 */
export async function* readServices(
  client: KlutchClient,
): AsyncGenerator<Schemas['Service']> {
  const { items, controlPlane } = dataOf(await client.GET('/services', {}));
  if (!controlPlane.reachable) {
    throw new ServiceUnavailableError(
      'The control plane cluster is unreachable.',
    );
  }
  yield* items.filter(({ type, offered }) => type === 'instance' && offered);
}

/**
 * Instances of all app clusters, page by page.
 *
 * @throws ServiceUnavailableError also if the portal lacks instances, so that the index keeps what it has
 */
export async function* readInstances(
  client: KlutchClient,
): AsyncGenerator<Schemas['Claim']> {
  let cursor: string | undefined;
  do {
    const { items, complete, nextCursor } = dataOf(
      await client.GET('/claims', {
        params: { query: { type: 'instance', limit: PAGE_SIZE, cursor } },
      }),
    );
    if (!complete) {
      throw new ServiceUnavailableError(
        'The list of instances may be incomplete.',
      );
    }
    yield* items;
    cursor = nextCursor;
  } while (cursor);
}
