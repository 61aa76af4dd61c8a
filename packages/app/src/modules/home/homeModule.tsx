/** Redirects the start page to the data services. */
import {
  createFrontendModule,
  PageBlueprint,
  useRouteRef,
} from '@backstage/frontend-plugin-api';
import { rootRouteRef } from '@klutch/backstage-plugin-klutch';
import { Navigate } from 'react-router-dom';

function RedirectToDataServices() {
  const dataServices = useRouteRef(rootRouteRef);
  return <Navigate to={dataServices?.() ?? '/catalog'} replace />;
}

const homePage = PageBlueprint.make({
  name: 'home',
  params: {
    path: '/',
    noHeader: true,
    loader: async () => <RedirectToDataServices />,
  },
});

export const homeModule = createFrontendModule({
  pluginId: 'app',
  extensions: [homePage],
});
