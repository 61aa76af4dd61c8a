// Queries the identity of a client.
import { KubeClient } from '../KubeClient';

/** User name and groups of a client, as the server sees them. */
export async function whoAmI(
  client: KubeClient,
): Promise<{ username: string; groups: string[] }> {
  const review = await client.raw(
    'POST',
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
  );
  return (
    review as { status: { userInfo: { username: string; groups: string[] } } }
  ).status.userInfo;
}
