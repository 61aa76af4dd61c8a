/** Icons of the plugin's pages, which an app replaces by icons with these ids. */
import { iconsApiRef, useApi } from '@backstage/frontend-plugin-api';
import CloudIcon from '@material-ui/icons/CloudQueue';
import StorageIcon from '@material-ui/icons/Storage';
import type { PageArea } from './shared/PageLayout';

const defaults = {
  klutch: <StorageIcon fontSize="inherit" />,
  'klutch-platform': <CloudIcon fontSize="inherit" />,
};

export function PageIcon({ id }: { id: PageArea['id'] }) {
  return useApi(iconsApiRef).icon(id) ?? defaults[id];
}
