/** Entry of the operators' pages in the sidebar of the old frontend system. */
import { SidebarItem } from '@backstage/core-components';
import { usePermission } from '@backstage/plugin-permission-react';
import {
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import CloudIcon from '@material-ui/icons/CloudQueue';

/**
 * For people with a permission that opens at least one of the pages; nothing for others.
 * @public
 */
export function KlutchPlatformSidebarItem(props: {
  /** Path of `KlutchPlatformPage`. Default: `klutch-platform`. */
  to?: string;
  /** Default: `Data platform`. */
  text?: string;
}) {
  const { to = 'klutch-platform', text = 'Data platform' } = props;
  const platform = usePermission({ permission: klutchPlatformReadPermission });
  const trace = usePermission({ permission: klutchTraceReadPermission });
  return platform.allowed || trace.allowed ? (
    <SidebarItem icon={CloudIcon} to={to} text={text} />
  ) : null;
}
