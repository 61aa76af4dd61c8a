import {
  mockApis,
  renderInTestApp,
  TestApiProvider,
} from '@backstage/test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { permissionApiRef } from '@backstage/plugin-permission-react';
import { klutchTraceReadPermission } from '@klutch/backstage-plugin-klutch-common';
import { screen } from '@testing-library/react';
import { KlutchPlatformSidebarItem } from '.';

const renderAs = (allowed: string[]) =>
  renderInTestApp(
    <TestApiProvider
      apis={[
        [
          permissionApiRef,
          mockApis.permission({
            authorize: ({ permission: { name } }) =>
              allowed.includes(name)
                ? AuthorizeResult.ALLOW
                : AuthorizeResult.DENY,
          }),
        ],
      ]}
    >
      <p>sidebar</p>
      <KlutchPlatformSidebarItem />
    </TestApiProvider>,
  );

it('is there for people who may only trace', async () => {
  await renderAs([klutchTraceReadPermission.name]);
  expect(
    await screen.findByRole('link', { name: 'Data platform' }),
  ).toHaveAttribute('href', '/klutch-platform');
});

it('is not there without a permission', async () => {
  await renderAs([]);
  expect(await screen.findByText('sidebar')).toBeVisible();
  expect(screen.queryByText('Data platform')).toBe(null);
});
