import { explain } from './explain';
import { explainRule } from './explainRule';

it('gives the limit of a plan its reason, and other messages none', () => {
  const limit = explain('PlanLimit', { limit: '64mb' });
  expect(explainRule(limit.message)).toEqual(limit);
  expect(explainRule('must be at most 20 with this plan')).toEqual({
    message: 'must be at most 20 with this plan',
  });
});
