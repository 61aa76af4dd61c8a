/** What somebody types on an app cluster to redeem a join token; pure. */
import { crds } from '@klutch/bind-api';

/**
 * Not in the client's way of applying, which would copy the token into an annotation. What is there already and is ours
 * is brought up to date.
 */
const kubectlApply = 'kubectl apply --server-side --force-conflicts -f -';

/**
 * One line for a shell. The join token is in the body of a POST, in no address.
 * @param url - where the router of join tokens is
 * @param isConnected - the app cluster has the type of bindings
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
