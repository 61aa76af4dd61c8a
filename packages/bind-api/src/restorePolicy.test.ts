import { restorePolicy } from './restorePolicy';

it('denies what it cannot decide, and the binding covers all namespaces', () => {
  const [policy, binding] = restorePolicy();
  expect(policy.spec).toMatchObject({
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [{ apiGroups: ['anynines.com'], resources: ['restores'] }],
    },
  });
  expect(binding.spec).toEqual({
    policyName: policy.metadata.name,
    validationActions: ['Deny'],
  });
});
