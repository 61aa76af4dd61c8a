// What another identity may do, which needs the right to create SubjectAccessReviews.
import { Subject } from '../coreTypes';
import { KubeClient, ResourceAttributes } from './KubeClient';
import { Abortable } from './requestOptions';

const authenticated = 'system:authenticated';

/** Whom a SubjectAccessReview is about; groups of users are not known to the API server, apart from the common one. */
function reviewedIdentity({ kind, name, namespace }: Subject): object {
  switch (kind) {
    case 'ServiceAccount':
      return {
        user: `system:serviceaccount:${namespace}:${name}`,
        groups: [
          'system:serviceaccounts',
          `system:serviceaccounts:${namespace}`,
          authenticated,
        ],
      };
    case 'Group':
      return { groups: [name, authenticated] };
    default:
      return { user: name, groups: [authenticated] };
  }
}

/**
 * Whether a user, group or service account may do something.
 *
 * @param client - needs `create` on `subjectaccessreviews`
 * @throws ApiError without that right, with code 403
 */
export async function canSubject(
  client: Pick<KubeClient, 'raw'>,
  subject: Subject,
  attributes: ResourceAttributes,
  options?: Abortable,
): Promise<boolean> {
  const review = (await client.raw(
    'POST',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        ...reviewedIdentity(subject),
        resourceAttributes: attributes,
      },
    },
    options,
  )) as { status?: { allowed?: boolean } };
  return review.status?.allowed === true;
}
