/** Where the app mounts the portal, for backends that write links to its pages. */
import type { RootConfigService } from '@backstage/backend-plugin-api';
import { InputError } from '@backstage/errors';

/**
 * Reads `klutch.mountPath`: the path of the portal's pages below `app.baseUrl`, with a leading slash and no slash at its
 * end. Default: `/klutch`.
 *
 * @throws InputError for a value without a leading slash
 * @public
 */
export function readMountPath(config: RootConfigService): string {
  const path = config.getOptionalString('klutch.mountPath') ?? '/klutch';
  if (path.startsWith('/')) return path.replace(/\/+$/, '');
  throw new InputError(
    'klutch.mountPath must start with a slash, such as /klutch.',
  );
}
