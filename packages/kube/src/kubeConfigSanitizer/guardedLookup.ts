// Checks the addresses of a server's name at each connection, because an earlier result proves nothing (DNS
// rebinding).
import { lookup as systemLookup } from 'node:dns';
import { LookupFunction } from 'node:net';
import { addressProblem, HostProblem, hostProblem } from './hosts';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { KubeconfigRefusedError } from '../KubeconfigRefusedError';

const refusalOf = ({ reason, explanation }: HostProblem) =>
  new KubeconfigRefusedError(reason, 'cluster.server', explanation);

const notFound = (): NodeJS.ErrnoException =>
  Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' });

/**
 * A `dns.lookup` that returns only addresses that the policy allows: it fails with a {@link KubeconfigRefusedError}
 * when the name or any of its addresses is refused. Use it in the clients for kubeconfigs that were sanitized under
 * that policy (`ClientOptions.lookup`). Node calls no lookup for servers given by IP address; {@link
 * sanitizeKubeConfig} checks those.
 *
 * @param policy - the allowed servers
 * @param lookup - resolves names; default: the system's lookup
 */
export function guardedLookup(
  policy: KubeConfigPolicy,
  lookup: LookupFunction = systemLookup,
): LookupFunction {
  return (name, options, callback) => {
    const fail = (error: NodeJS.ErrnoException) =>
      callback(error, options.all ? [] : '');
    const problem = hostProblem(name, policy);
    if (problem) {
      process.nextTick(fail, refusalOf(problem));
      return;
    }
    // All addresses are checked, also when one is requested, because the operator of the name server decides which
    // one comes first.
    lookup(name, { ...options, all: true }, (error, found, family = 4) => {
      if (error) {
        fail(error);
        return;
      }
      const all = Array.isArray(found) ? found : [{ address: found, family }];
      const [first] = all;
      const [refused] = all.flatMap(
        ({ address }) => addressProblem(address, policy) ?? [],
      );
      if (refused) fail(refusalOf(refused));
      else if (!first) fail(notFound());
      else if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    });
  };
}
