/** Routes of the pages for developers, for both frontend systems. */
import { Progress } from '@backstage/core-components';
import { lazy, Suspense } from 'react';
import {
  Navigate,
  Route,
  Routes,
  useLocation,
  useParams,
} from 'react-router-dom';
import { ServicesPage } from './services/ServicesPage';
import { ServicePage } from './services/ServicePage';
import { useLinks, usePlatformPath } from './hooks/useLinks';
import { InstancesPage } from './instances/InstancesPage';
import { pagePaths } from './pagePaths';

// The first page that people open should not wait for the forms of the others.
const CreatePage = lazy(async () => ({
  default: (await import('./create/CreatePage')).CreatePage,
}));
const InstancePage = lazy(async () => ({
  default: (await import('./instance/InstancePage')).InstancePage,
}));
const PlatformRoutes = lazy(async () => ({
  default: (await import('./platform/PlatformRoutes')).PlatformRoutes,
}));

function RedirectToServices() {
  return <Navigate to={useLinks().services()} replace />;
}

/**
 * Earlier releases had the platform pages below the Services page. They still open there where the app has no page for
 * them: an app on the old frontend system may not mount it, and people without the permission read why.
 */
function PlatformBelowServices() {
  const platformPath = usePlatformPath();
  const { '*': rest = '' } = useParams();
  const { search } = useLocation();
  return platformPath === undefined ? (
    <PlatformRoutes />
  ) : (
    <Navigate to={`${platformPath}/${rest}${search}`} replace />
  );
}

export function KlutchRoutes() {
  return (
    <Suspense fallback={<Progress />}>
      <Routes>
        <Route path="/" element={<ServicesPage />} />
        <Route path={pagePaths.service} element={<ServicePage />} />
        <Route path={pagePaths.createInstance} element={<CreatePage />} />
        <Route path="/instances" element={<InstancesPage />} />
        <Route
          path={`${pagePaths.instance}/:tab?`}
          element={<InstancePage />}
        />
        <Route path="/platform/*" element={<PlatformBelowServices />} />
        <Route path="*" element={<RedirectToServices />} />
      </Routes>
    </Suspense>
  );
}
