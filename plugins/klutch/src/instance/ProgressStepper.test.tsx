import { renderInTestApp } from '@backstage/frontend-test-utils';
import { screen } from '@testing-library/react';
import type { Hop } from '../api/types';
import { ProgressStepper } from './ProgressStepper';

const failed = (id: Hop['id'], more: Partial<Hop> = {}): Hop => ({
  id,
  title: id,
  state: 'failed',
  message: 'cannot compose resources',
  ...more,
});

it.each<[Hop, RegExp]>([
  [failed('controlPlane'), /^Send this message to a platform operator/],
  [failed('service'), /^If the message is about what was entered/],
])('says what to do where a cluster or a service fails', async (hop, text) => {
  renderInTestApp(<ProgressStepper hops={[hop]} />);
  expect(await screen.findByText(text)).toBeVisible();
});

it('leaves it to explanations that say themselves what to do', async () => {
  const hop = failed('konnector', { reason: 'KonnectorNotStarted' });
  renderInTestApp(<ProgressStepper hops={[hop]} />);
  await screen.findByRole('alert');
  expect(screen.queryByText(/platform operator, with/)).not.toBeInTheDocument();
});
