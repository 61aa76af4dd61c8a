// Names are checked when they are resolved, for each connection: what a name led to before means nothing (DNS rebinding).
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
 * A `dns.lookup` that finds only what the policy allows: it fails with a {@link KubeconfigRefusedError} when the name or
 * any one of its addresses is refused. Give it to the clients made for kubeconfigs that were taken in under that policy
 * (`ClientOptions.lookup`). Node asks no lookup about servers that are named by IP address; those are checked by
 * {@link sanitizeKubeConfig}.
 *
 * @param policy - what is allowed
 * @param lookup - who is asked for the addresses; default: the system
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
    // All of them, also when one is wanted: which one comes first is up to whoever runs the name server.
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
