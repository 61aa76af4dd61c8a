/** Routes of all pages, for both frontend systems. */
import { Navigate, Route, Routes } from 'react-router-dom';
import { ServicesPage } from './services/ServicesPage';
import { ServicePage } from './services/ServicePage';
import { CreatePage } from './create/CreatePage';
import { useLinks } from './hooks/useLinks';
import { InstancePage } from './instance/InstancePage';
import { InstancesPage } from './instances/InstancesPage';
import { AppClusterPage } from './platform/AppClusterPage';
import { AppClustersPage } from './platform/AppClustersPage';
import { ControlPlanePage } from './platform/ControlPlanePage';
import { ExportsPage } from './platform/ExportsPage';
import { ExportTemplatesPage } from './platform/ExportTemplatesPage';

function RedirectToServices() {
  return <Navigate to={useLinks().services()} replace />;
}

export function KlutchRoutes() {
  return (
    <Routes>
      <Route path="/" element={<ServicesPage />} />
      <Route path="/services/:service" element={<ServicePage />} />
      <Route path="/create/:service" element={<CreatePage />} />
      <Route path="/instances" element={<InstancesPage />} />
      <Route
        path="/instances/:cluster/:namespace/:kind/:name/:tab?"
        element={<InstancePage />}
      />
      <Route
        path="/platform"
        element={<Navigate to="export-templates" replace />}
      />
      <Route
        path="/platform/export-templates"
        element={<ExportTemplatesPage />}
      />
      <Route path="/platform/app-clusters" element={<AppClustersPage />} />
      <Route path="/platform/app-clusters/:id" element={<AppClusterPage />} />
      <Route path="/platform/exports" element={<ExportsPage />} />
      <Route path="/platform/control-plane" element={<ControlPlanePage />} />
      <Route path="*" element={<RedirectToServices />} />
    </Routes>
  );
}
