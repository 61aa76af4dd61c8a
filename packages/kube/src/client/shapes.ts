// What an answer must look like to be one: a page of a proxy, or other JSON, must not pass for an empty list or an object.
import { ObjectList } from '../coreTypes';
import { Fields, isFields } from '../isFields';
import { KubeObject } from '../types';

/** What is expected of the body of a success. */
export interface Shape<R> {
  /** For people, with its article. */
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

/** One object. Its type is what the resource says: the server checks objects against their schema, nobody else. */
export const objectOf = <T extends KubeObject>(): Shape<T> =>
  objectShape as Shape<T>;

/** A page of a list. Go writes an empty list as null. */
export const list = shape<ObjectList>(
  'a list',
  ({ items, metadata }) =>
    (items === null || Array.isArray(items)) && isFields(metadata),
);

/** The object that was deleted, or a `Status`. */
export const deletion = shape<Fields>(
  'an answer to a deletion',
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

/** The answer to a question about rights. */
export const review = shape<{ status: { allowed?: boolean } }>(
  'an answer to a question about rights',
  ({ status }) => isFields(status),
);

/** A token. */
export const tokenAnswer = shape<{
  status: { token: string; expirationTimestamp: string };
}>(
  'a token',
  ({ status }) =>
    isFields(status) &&
    typeof status.token === 'string' &&
    typeof status.expirationTimestamp === 'string',
);

/** Whatever it is. */
export const anything: Shape<unknown> = {
  what: 'anything',
  fits: (_body): _body is unknown => true,
};
