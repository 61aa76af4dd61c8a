/** The look of the plugin in an app with a theme of its own, which is the same in both frontend systems. */
import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { ThemeBlueprint } from '@backstage/plugin-app-react';
import { permissionApiRef } from '@backstage/plugin-permission-react';
import {
  mockApis,
  renderInTestApp,
  TestApiProvider,
} from '@backstage/test-utils';
import {
  createUnifiedTheme,
  palettes,
  UnifiedThemeProvider,
} from '@backstage/theme';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { klutchApiRef } from '../api/klutchApi';
import {
  createQueryClient,
  klutchQueryClientApiRef,
} from '../api/queryClientApi';
import { klutchToastApiRef } from '../api/toastApi';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import { KlutchPage } from '../legacy';
import '../legacy/wrapped';

// The other tests are without style sheets, see setupTests.ts.
jest.unmock('is-in-browser');

const companyTheme = createUnifiedTheme({
  palette: palettes.light,
  components: {
    MuiButton: {
      styleOverrides: {
        root: {
          textTransform: 'capitalize',
          whiteSpace: 'pre',
          borderRadius: 18,
        },
      },
    },
    MuiTab: {
      styleOverrides: {
        root: { textTransform: 'uppercase', fontStyle: 'italic' },
      },
    },
  },
});

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db/connect`;

function portalWithInstance(): FakePortal {
  const portal = new FakePortal();
  portal.claims = [claim('instance', 'orders-db')];
  return portal;
}

function renderInNewSystem() {
  renderPortal(portalWithInstance(), page, {
    features: [
      createFrontendModule({
        pluginId: 'app',
        extensions: ['light', 'dark'].map(variant =>
          ThemeBlueprint.make({
            name: variant,
            params: {
              theme: {
                id: variant,
                title: variant,
                variant: variant === 'dark' ? 'dark' : 'light',
                Provider: props => (
                  <UnifiedThemeProvider theme={companyTheme} {...props} />
                ),
              },
            },
          }),
        ),
      }),
    ],
  });
}

async function renderInOldSystem() {
  await renderInTestApp(
    <UnifiedThemeProvider theme={companyTheme}>
      <TestApiProvider
        apis={[
          [klutchApiRef, portalWithInstance().client],
          [klutchQueryClientApiRef, createQueryClient()],
          [klutchToastApiRef, { post: () => {} }],
          [permissionApiRef, mockApis.permission()],
        ]}
      >
        <Routes>
          <Route path="/klutch/*" element={<KlutchPage />} />
        </Routes>
      </TestApiProvider>
    </UnifiedThemeProvider>,
    { routeEntries: [page] },
  );
}

/** The tab with this label. */
const tab = (label: string) =>
  screen
    .getAllByText(label)
    .map(text => text.closest('[role=tab]'))
    .find(Boolean);

// Queries by role would compute the styles of all elements.
async function buttonsLookAsTheThemeSays() {
  const [label] = await screen.findAllByText('Create binding');
  expect(label?.closest('button')).toHaveStyle({
    textTransform: 'capitalize',
    whiteSpace: 'pre',
    borderRadius: '18px',
  });
}

it('in the new frontend system, buttons look as the theme says, and tabs as those of the app', async () => {
  renderInNewSystem();
  await buttonsLookAsTheThemeSays();
  expect(tab('Backups')?.className).toBe(tab('Services')?.className);
  expect(tab('Backups')?.className).toBeTruthy();
});

it('in the old frontend system, buttons and tabs look as the theme says', async () => {
  await renderInOldSystem();
  await buttonsLookAsTheThemeSays();
  expect(tab('Backups')).toHaveStyle({
    textTransform: 'uppercase',
    fontStyle: 'italic',
  });
});
