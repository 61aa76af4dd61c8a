/** Page of the control plane cluster: what is installed, what is wrong, and which updates exist. */
import { PlatformFrame } from '../PlatformFrame';
import { ComponentsSection } from './ComponentsSection';
import { ManagedResourcesSection } from './ManagedResourcesSection';
import { UpdatesSection } from './UpdatesSection';

export function ControlPlanePage() {
  return (
    <PlatformFrame active="control-plane">
      <ComponentsSection />
      <ManagedResourcesSection />
      <UpdatesSection />
    </PlatformFrame>
  );
}
