// Expected shapes of responses: the page of a proxy, or other JSON, must not pass for an empty list or an object.
import { ObjectList } from '../coreTypes';
import { Fields, isFields } from '../isFields';
import { KubeObject } from '../types';

/** The expected body of a successful response. */
export interface Shape<R> {
  /** Name for error messages, with its article. */
  what: string;
  fits(body: unknown): body is R;
}

const shape = <R>(
  what: string,
  hasParts: (body: Fields) => boolean,
): Shape<R> => ({
  what,
  fits: (body): body is R => isFields(body) && hasParts(body),
});

const objectShape = shape<KubeObject>('an object', body =>
  isFields(body.metadata),
);

/** One object. Only the server validates objects against their schema, so the type is that of the resource. */
export const objectOf = <T extends KubeObject>(): Shape<T> =>
  objectShape as Shape<T>;

/** A page of a list. Go serializes an empty list as null. */
export const list = shape<ObjectList>(
  'a list',
  ({ items, metadata }) =>
    (items === null || Array.isArray(items)) && isFields(metadata),
);

/** The object that was deleted, or a `Status`. */
export const deletion = shape<Fields>(
  'a response to a deletion',
  ({ kind, metadata }) => kind === 'Status' || isFields(metadata),
);

/** The resources of a group and version. */
export const discovery = shape<{
  resources: {
    name: string;
    kind: string;
    namespaced: boolean;
    verbs: string[];
  }[];
}>('a list of resources', ({ resources }) => Array.isArray(resources));

/** The response to an access review. */
export const review = shape<{ status: { allowed?: boolean } }>(
  'a response to an access review',
  ({ status }) => isFields(status),
);

/** The response to a TokenRequest. */
export const tokenAnswer = shape<{
  status: { token: string; expirationTimestamp: string };
}>(
  'a token',
  ({ status }) =>
    isFields(status) &&
    typeof status.token === 'string' &&
    typeof status.expirationTimestamp === 'string',
);

/** Any body. */
export const anything: Shape<unknown> = {
  what: 'anything',
  fits: (_body): _body is unknown => true,
};
