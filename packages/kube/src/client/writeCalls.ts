// Calls that write objects.
import { collectionPath, objectPath } from './paths';
import { ApplyIntent, KubeObject, Resource } from '../types';
import { KubeClient } from './KubeClient';
import { ApplyOptions } from './requestOptions';
import { isMissingObject } from './missingObject';
import { applyBody, deleteBody, withQuery, writeQuery } from './requests';
import { refuseMetadataOnly } from './representation';
import { deletion, objectOf } from './shapes';
import { Send } from './TransportRequest';

function apply<T extends KubeObject>(
  write: Send,
  resource: Resource<T>,
  intent: ApplyIntent<T>,
  o: ApplyOptions,
): Promise<T> {
  refuseMetadataOnly(resource);
  const body = applyBody(intent);
  const { namespace, name = '' } = intent.metadata;
  const path = objectPath(resource, { namespace, name }, o.subresource);
  return write(
    {
      verb: 'apply',
      resource: resource.plural,
      method: 'PATCH',
      path: withQuery(path, writeQuery(o)),
      contentType: 'application/apply-patch+yaml',
      body,
      inexactNumbers: o.inexactNumbers,
      signal: o.signal,
    },
    objectOf(),
  );
}

/** Write calls of the client; requests are sent with `write`. */
export function writeCalls(
  write: Send,
): Pick<KubeClient, 'create' | 'apply' | 'mergePatch' | 'delete'> {
  return {
    create(resource, object, o = {}) {
      refuseMetadataOnly(resource);
      const { namespace } = object.metadata;
      if (resource.namespaced && !namespace) {
        throw new TypeError(`A new ${resource.kind} needs metadata.namespace.`);
      }
      return write(
        {
          verb: 'create',
          resource: resource.plural,
          method: 'POST',
          path: withQuery(collectionPath(resource, namespace), writeQuery(o)),
          body: object,
          inexactNumbers: o.inexactNumbers,
          signal: o.signal,
        },
        objectOf(),
      );
    },

    apply: (resource, intent, o) => apply(write, resource, intent, o),

    mergePatch(resource, key, patch, o = {}) {
      refuseMetadataOnly(resource);
      const path = objectPath(resource, key, o.subresource);
      return write(
        {
          verb: 'patch',
          resource: resource.plural,
          method: 'PATCH',
          path: withQuery(path, writeQuery(o)),
          contentType: 'application/merge-patch+json',
          body: patch,
          inexactNumbers: o.inexactNumbers,
          signal: o.signal,
        },
        objectOf(),
      );
    },

    async delete(resource, key, o = {}) {
      refuseMetadataOnly(resource);
      try {
        await write(
          {
            verb: 'delete',
            resource: resource.plural,
            method: 'DELETE',
            path: objectPath(resource, key),
            body: deleteBody(o),
            signal: o.signal,
          },
          deletion,
        );
        return 'deleted';
      } catch (error) {
        if (isMissingObject(error, key)) return 'absent';
        throw error;
      }
    },
  };
}
