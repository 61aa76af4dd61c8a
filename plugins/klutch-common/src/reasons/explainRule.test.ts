import { explain } from './explain';
import { explainRule } from './explainRule';

it.each([
  explain('PlanLimit', { limit: '64mb' }),
  explain('ServiceIsFixed'),
  explain('PlanTopologyIsFixed', { from: 'single', to: 'replica' }),
  explain('BindingFieldIsFixed', { field: 'instanceRef' }),
])('gives rules of this project their reason: %o', explanation => {
  expect(explainRule(explanation.message)).toEqual({
    params: {},
    ...explanation,
  });
});

it('leaves the messages of other rules as they are', () => {
  for (const message of [
    'must be at most 20 with this plan',
    'Because the plan cannot shrink',
  ])
    expect(explainRule(message)).toEqual({ message });
});
