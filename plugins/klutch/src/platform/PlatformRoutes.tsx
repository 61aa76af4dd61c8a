/** Routes of the pages for platform operators, for both frontend systems. */
import { Progress } from '@backstage/core-components';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useLinks } from '../hooks/useLinks';
import { useMe } from '../hooks/useQueries';
import { AppClusterPage } from './appClusters/AppClusterPage';
import { AppClustersPage } from './appClusters/AppClustersPage';
import { ControlPlanePage } from './controlPlane/ControlPlanePage';
import { ExportsPage } from './exports/ExportsPage';
import { ExportTemplatesPage } from './templates/ExportTemplatesPage';
import { SetUpPage } from './setUp/SetUpPage';
import { TracePage } from './trace/TracePage';

/** The first section that the user may open. */
function RedirectToFirstSection() {
  const links = useLinks();
  const me = useMe();
  if (me.isLoading) return <Progress />;
  const isSupporter = me.data?.operator === false && me.data.mayTrace;
  const section = isSupporter ? 'trace' : 'export-templates';
  return <Navigate to={links.platform(section)} replace />;
}

export function PlatformRoutes() {
  return (
    <Routes>
      <Route path="/export-templates" element={<ExportTemplatesPage />} />
      <Route path="/app-clusters" element={<AppClustersPage />} />
      <Route path="/app-clusters/:id" element={<AppClusterPage />} />
      <Route path="/exports" element={<ExportsPage />} />
      <Route path="/control-plane" element={<ControlPlanePage />} />
      <Route path="/set-up" element={<SetUpPage />} />
      <Route path="/trace" element={<TracePage />} />
      <Route path="*" element={<RedirectToFirstSection />} />
    </Routes>
  );
}
