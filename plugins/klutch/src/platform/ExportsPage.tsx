/** Page with the export requests, followed by the exports. */
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
