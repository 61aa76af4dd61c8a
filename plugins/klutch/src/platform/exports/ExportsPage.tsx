/** Page with what people and app clusters ask for, followed by the exports. */
import { ServiceRequestsSection } from '../requests/ServiceRequestsSection';
import { PlatformFrame } from '../PlatformFrame';
import { ExportRequestsSection } from './ExportRequestsSection';
import { ExportsSection } from './ExportsSection';

export function ExportsPage() {
  return (
    <PlatformFrame active="exports">
      <ServiceRequestsSection />
      <ExportRequestsSection />
      <ExportsSection />
    </PlatformFrame>
  );
}
