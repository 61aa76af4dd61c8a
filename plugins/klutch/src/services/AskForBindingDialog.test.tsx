import { mockApis, TestApiProvider } from '@backstage/frontend-test-utils';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { service } from '../__testUtils__/fixtures';
import { klutchToastApiRef } from '../api/toastApi';
import { AskForBindingDialog } from './AskForBindingDialog';

it('R30: includes the app’s base path in the link to the portal', () => {
  render(
    <TestApiProvider
      apis={[
        [klutchToastApiRef, { post: () => {} }],
        mockApis.error(),
        mockApis.translation(),
      ]}
    >
      <MemoryRouter basename="/portal" initialEntries={['/portal/klutch']}>
        <AskForBindingDialog service={service('instance')} onClose={() => {}} />
      </MemoryRouter>
    </TestApiProvider>,
  );
  expect(screen.getByRole('dialog')).toHaveTextContent(
    `In the portal: ${window.location.origin}/portal/klutch/platform/app-clusters`,
  );
});
