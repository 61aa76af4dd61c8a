/** The shell command that redeems a join token on an app cluster; pure. */
import { crds } from '@klutch/bind-api';

/**
 * Server-side apply: client-side apply would copy the token into an annotation. Existing objects of ours are updated.
 */
const kubectlApply = 'kubectl apply --server-side --force-conflicts -f -';

/**
 * A shell command on one line. The join token is in the body of a POST, not in a URL.
 * @param url - URL of the join token router
 * @param isConnected - whether the app cluster has the CRD of bindings already
 */
export const renderJoinCommand = (
  url: string,
  token: string,
  isConnected: boolean,
): string => {
  const installCrd = [
    `curl -fsS ${url} | ${kubectlApply}`,
    `kubectl wait --for condition=established --timeout 60s crd/${crds.apiServiceBindings.metadata.name}`,
  ];
  return [
    ...(isConnected ? [] : installCrd),
    `curl -fsS -H 'Accept: application/yaml' --data-urlencode code=${token} ${url} | ${kubectlApply}`,
  ].join(' && ');
};
