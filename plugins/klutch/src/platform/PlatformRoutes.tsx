/** Routes of the pages for platform operators, for both frontend systems. */
import { Navigate, Route, Routes } from 'react-router-dom';
import { useLinks } from '../hooks/useLinks';
import { AppClusterPage } from './AppClusterPage';
import { AppClustersPage } from './AppClustersPage';
import { ControlPlanePage } from './ControlPlanePage';
import { ExportsPage } from './ExportsPage';
import { ExportTemplatesPage } from './ExportTemplatesPage';

function RedirectToFirstSection() {
  return <Navigate to={useLinks().platform('export-templates')} replace />;
}

export function PlatformRoutes() {
  return (
    <Routes>
      <Route path="/export-templates" element={<ExportTemplatesPage />} />
      <Route path="/app-clusters" element={<AppClustersPage />} />
      <Route path="/app-clusters/:id" element={<AppClusterPage />} />
      <Route path="/exports" element={<ExportsPage />} />
      <Route path="/control-plane" element={<ControlPlanePage />} />
      <Route path="*" element={<RedirectToFirstSection />} />
    </Routes>
  );
}
