/** Handler of the operators' checklist of the installation. */
import { requirePerson } from '../identity/Caller';
import type { SetUp } from '../platform/setUp/SetUp';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

export function setUpHandlers(
  access: PlatformAccess,
  setUp: SetUp,
): Pick<Handlers, 'getSetUp'> {
  return {
    async getSetUp({ caller }) {
      const isVisible = await access.visibleAppClusters(caller);
      return setUp.run(requirePerson(caller), isVisible);
    },
  };
}
