/** Whether Backstage asks a permission policy. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { finding, type Check } from './finding';

/** The check of Backstage's permission framework. */
export const permissionCheck = (permissionsEnabled: boolean): Check => ({
  name: 'permissions',
  docs: 'install-in-backstage.md#8-in-production',
  run: async () => [
    permissionsEnabled
      ? finding('ok', explain('SetUpPermissionsOn'))
      : finding('failed', explain('SetUpPermissionsOff')),
  ],
});
