import { apiServiceBindingCrd } from '@klutch/bind-api';
import { planBindingCrd } from './bindingCrd';

const installed = () => {
  const step = planBindingCrd(undefined);
  if (step.step !== 'apply') throw new Error(step.step);
  return step.intent;
};
const established = {
  conditions: [{ type: 'Established', status: 'True' as const }],
};

describe('planBindingCrd', () => {
  it('installs the CRD, waits for it, accepts it', () => {
    expect(planBindingCrd(installed()).step).toBe('wait');
    const crd = { ...installed(), status: established };
    expect(planBindingCrd(crd)).toEqual({ step: 'ready', crd });
  });

  it('updates a CRD that was installed or changed by another client', () => {
    expect(planBindingCrd(apiServiceBindingCrd('Namespaced')).step).toBe(
      'apply',
    );
  });

  it('updates the CRD of v1.5.0 in its own scope, which is immutable', () => {
    const old = apiServiceBindingCrd('Cluster');
    const step = planBindingCrd(old);
    if (step.step !== 'apply') throw new Error(step.step);
    expect(step.intent.spec.scope).toBe('Cluster');
    const crd = { ...step.intent, status: established };
    expect(planBindingCrd(crd)).toEqual({ step: 'ready', crd });
  });
});
