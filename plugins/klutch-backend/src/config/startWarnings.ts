/** What operators should know of a configuration that works, but not as safely as they may think; pure. */
import type { PortalConfig } from './readConfig';

/** For the log, once at the start. */
export const startWarnings = ({
  permissionsEnabled,
}: Pick<PortalConfig, 'permissionsEnabled'>): string[] => [
  ...(permissionsEnabled
    ? []
    : [
        'permission.enabled is not true, so Backstage asks no permission policy: everybody who signs in may open and use the platform pages, as far as the clusters let them, and may reveal credentials. Set permission.enabled: true and add a permission policy',
      ]),
];
