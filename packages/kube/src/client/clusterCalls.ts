// Calls for access reviews, tokens and discovery, and any other request.
import { core } from '../resources';
import { discoveryPath, objectPath } from './paths';
import { KubeClient } from './KubeClient';
import { accessReview, tokenRequest } from './requests';
import { anything, discovery, review, tokenAnswer } from './shapes';
import { Send } from './TransportRequest';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Calls of the client. Requests sent with `read` change nothing on the server. */
export function clusterCalls(
  read: Send,
  write: Send,
): Pick<KubeClient, 'canI' | 'createToken' | 'discover' | 'raw'> {
  return {
    async canI(attributes, o = {}) {
      // An access review is a POST that changes nothing.
      const { status } = await read(
        {
          verb: 'create',
          resource: 'selfsubjectaccessreviews',
          method: 'POST',
          path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
          body: accessReview(attributes),
          signal: o.signal,
        },
        review,
      );
      return status.allowed === true;
    },

    async createToken(serviceAccount, o) {
      const { status } = await write(
        {
          verb: 'create',
          resource: 'serviceaccounts/token',
          method: 'POST',
          path: objectPath(core.serviceAccounts, serviceAccount, 'token'),
          body: tokenRequest(o),
          signal: o.signal,
        },
        tokenAnswer,
      );
      return {
        token: status.token,
        expirationTimestamp: status.expirationTimestamp,
      };
    },

    async discover(group, version, o = {}) {
      const { resources } = await read(
        {
          verb: 'discover',
          method: 'GET',
          path: discoveryPath(group, version),
          signal: o.signal,
        },
        discovery,
      );
      return resources
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, kind, namespaced, verbs }) => ({
          plural: name,
          kind,
          namespaced,
          verbs,
        }));
    },

    raw(method, path, body, o = {}) {
      if (!path.startsWith('/')) {
        throw new TypeError(`The path "${path}" must begin with a slash.`);
      }
      const send = readMethods.has(method.toUpperCase()) ? read : write;
      return send(
        { verb: 'raw', method, path, body, signal: o.signal },
        anything,
      );
    },
  };
}
