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
    expect(planBindingCrd({ ...installed(), status: established })).toEqual({
      step: 'ready',
    });
  });

  it('updates one that somebody else installed or changed', () => {
    expect(planBindingCrd(apiServiceBindingCrd('Namespaced')).step).toBe(
      'apply',
    );
  });

  it('says what to do about the CRD of v1.5.0, whose scope cannot be changed', () => {
    expect(planBindingCrd(apiServiceBindingCrd('Cluster'))).toEqual({
      step: 'wait',
      why: expect.stringContaining('v1.5.0'),
    });
  });
});
