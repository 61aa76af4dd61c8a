import { reachabilityProblem } from './Reachability';

const problem = (reason: string, state: 'waiting' | 'watching' = 'waiting') =>
  reachabilityProblem('Apps', 'namespaces', { state, reason });

it.each([
  [
    'unreachable',
    'Apps cannot be reached. The portal keeps trying to connect.',
  ],
  ['timeout', 'Apps cannot be reached. The portal keeps trying to connect.'],
  [
    'Unauthorized',
    "Apps does not accept the portal's credentials. An operator has to give it new ones.",
  ],
  [
    'Forbidden',
    "The portal may not read namespaces on Apps. An operator has to apply the portal's roles there.",
  ],
  [
    'HTTP 503',
    'Apps answers with errors (HTTP 503). The portal keeps trying to connect.',
  ],
])('puts %s in words', (reason, words) => {
  expect(problem(reason)).toBe(words);
});

it('does not blame a cluster for a type that is not installed, or for a cache that works', () => {
  expect(problem('NotFound')).toBeUndefined();
  expect(problem('not-started')).toBeUndefined();
  expect(problem('unreachable', 'watching')).toBeUndefined();
});
