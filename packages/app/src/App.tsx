/** The demo Backstage app: software catalog, software templates and data services. */
import { createApp } from '@backstage/frontend-defaults';
import catalogPlugin from '@backstage/plugin-catalog/alpha';
import catalogGraphPlugin from '@backstage/plugin-catalog-graph/alpha';
import notificationsPlugin from '@backstage/plugin-notifications/alpha';
import orgPlugin from '@backstage/plugin-org/alpha';
import scaffolderPlugin from '@backstage/plugin-scaffolder/alpha';
import searchPlugin from '@backstage/plugin-search/alpha';
import signalsPlugin from '@backstage/plugin-signals/alpha';
import userSettingsPlugin from '@backstage/plugin-user-settings/alpha';
import klutchPlugin from '@klutch/backstage-plugin-klutch';
import { homeModule } from './modules/home';
import { navModule } from './modules/nav';
import { signInModule } from './modules/signIn';
import { translationsModule } from './modules/translations';

export const app = createApp({
  features: [
    catalogPlugin,
    catalogGraphPlugin,
    notificationsPlugin,
    orgPlugin,
    scaffolderPlugin,
    searchPlugin,
    signalsPlugin,
    userSettingsPlugin,
    klutchPlugin,
    homeModule,
    navModule,
    signInModule,
    translationsModule,
  ],
});
