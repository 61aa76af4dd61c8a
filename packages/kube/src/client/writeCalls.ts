// Calls that write objects.
import { collectionPath, objectPath } from './paths';
import { KubeObject, ObjectKey, Resource } from '../types';
import { KubeClient } from './KubeClient';
import { ApplyOptions, PatchOptions } from './requestOptions';
import { isMissingObject } from './missingObject';
import { applyBody, deleteBody, withQuery, writeQuery } from './requests';
import { refuseMetadataOnly } from './representation';
import { deletion, objectOf } from './shapes';
import { Send, TransportRequest } from './TransportRequest';

/** Sends a patch of an object, whatever its form. */
function patch<T extends KubeObject>(
  write: Send,
  resource: Resource<T>,
  key: ObjectKey,
  form: Pick<TransportRequest, 'verb' | 'contentType' | 'body'>,
  o: PatchOptions & Pick<ApplyOptions, 'force'>,
): Promise<T> {
  const path = objectPath(resource, key, o.subresource);
  return write(
    {
      ...form,
      resource: resource.plural,
      method: 'PATCH',
      path: withQuery(path, writeQuery(o)),
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

    apply(resource, intent, o) {
      refuseMetadataOnly(resource);
      const body = applyBody(intent);
      const { namespace, name = '' } = intent.metadata;
      const contentType = 'application/apply-patch+yaml';
      const form = { verb: 'apply', contentType, body };
      return patch(write, resource, { namespace, name }, form, o);
    },

    mergePatch(resource, key, body, o = {}) {
      refuseMetadataOnly(resource);
      const contentType = 'application/merge-patch+json';
      const form = { verb: 'patch', contentType, body };
      return patch(write, resource, key, form, o);
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
