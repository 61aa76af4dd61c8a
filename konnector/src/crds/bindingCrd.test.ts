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
  it('installs it, waits for it, is content with it', () => {
    expect(planBindingCrd(installed()).step).toBe('wait');
    const crd = { ...installed(), status: established };
    expect(planBindingCrd(crd)).toEqual({ step: 'ready', crd });
  });

  it('updates one that somebody else installed or changed', () => {
    expect(planBindingCrd(apiServiceBindingCrd('Namespaced')).step).toBe(
      'apply',
    );
  });

  it('brings the CRD of v1.5.0 up to date in its own scope, which cannot be changed', () => {
    const old = apiServiceBindingCrd('Cluster');
    const step = planBindingCrd(old);
    if (step.step !== 'apply') throw new Error(step.step);
    expect(step.intent.spec.scope).toBe('Cluster');
    const crd = { ...step.intent, status: established };
    expect(planBindingCrd(crd)).toEqual({ step: 'ready', crd });
  });
});
