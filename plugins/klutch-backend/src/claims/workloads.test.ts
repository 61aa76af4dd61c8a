import { usesSecret, type PodSpec } from './workloads';

const secret = { name: 'web-creds' };

it.each<[string, PodSpec, boolean]>([
  ['nothing', {}, false],
  [
    'a variable',
    {
      containers: [{}, { env: [{}, { valueFrom: { secretKeyRef: secret } }] }],
    },
    true,
  ],
  [
    'all variables, of an init container',
    { initContainers: [{ envFrom: [{}, { secretRef: secret }] }] },
    true,
  ],
  ['files', { volumes: [{}, { secret: { secretName: 'web-creds' } }] }, true],
  [
    'projected files',
    { volumes: [{ projected: { sources: [{}, { secret }] } }] },
    true,
  ],
  [
    'another Secret',
    {
      containers: [{ envFrom: [{ secretRef: { name: 'web-creds-2' } }] }],
      volumes: [{ secret: { secretName: 'web' } }],
    },
    false,
  ],
])('finds the Secret used as %s', (_, spec, isUsed) => {
  expect(usesSecret(spec, 'web-creds')).toBe(isUsed);
});
