import { reachabilityProblem } from './Reachability';

const problem = (reason: string, state: 'waiting' | 'watching' = 'waiting') =>
  reachabilityProblem('Apps', 'namespaces', { state, reason });

it.each([
  ['unreachable', 'Apps is unreachable. The portal keeps trying to connect.'],
  ['timeout', 'Apps is unreachable. The portal keeps trying to connect.'],
  [
    'Unauthorized',
    "Apps does not accept the portal's credentials. An operator has to replace them.",
  ],
  [
    'Forbidden',
    "The portal may not read namespaces on Apps. An operator has to apply the portal's roles on that cluster.",
  ],
  [
    'HTTP 503',
    'Apps responds with errors (HTTP 503). The portal keeps trying to connect.',
  ],
])('describes %s', (reason, message) => {
  expect(problem(reason)?.message).toBe(message);
});

it('ignores a missing CRD, and a healthy cache', () => {
  expect(problem('NotFound')).toBeUndefined();
  expect(problem('not-started')).toBeUndefined();
  expect(problem('unreachable', 'watching')).toBeUndefined();
});
