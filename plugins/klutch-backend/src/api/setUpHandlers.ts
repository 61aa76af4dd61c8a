/** Handler of the operators' checklist of the installation. */
import { requirePerson } from '../identity/Caller';
import type { SetUp } from '../platform/setUp/SetUp';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';
import { visibleAppClusters } from './visibleAppClusters';

/** Creates the handler. */
export function setUpHandlers(
  access: PlatformAccess,
  setUp: SetUp,
): Pick<Handlers, 'getSetUp'> {
  return {
    async getSetUp({ caller }) {
      const isVisible = await visibleAppClusters(access, caller);
      return setUp.run(requirePerson(caller), isVisible);
    },
  };
}
