/** What is exported to which app cluster; requests that wait come first. */
import { PlatformFrame } from './PlatformFrame';
import { ExportRequestsSection } from './ExportRequestsSection';
import { ExportsSection } from './ExportsSection';

export function ExportsPage() {
  return (
    <PlatformFrame active="exports">
      <ExportRequestsSection />
      <ExportsSection />
    </PlatformFrame>
  );
}
