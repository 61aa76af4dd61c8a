/** The URL at which browsers reach the handshake. Pure. */
import { BindingError } from '../errors/BindingError';
import { isSecureTransport } from '../loopback';

/**
 * The configured URL without a trailing slash.
 * @throws BindingError `Misconfigured` for a URL that browsers cannot be redirected to safely
 */
export const externalUrlOf = (configured: string): string => {
  const url = URL.canParse(configured) ? new URL(configured) : undefined;
  const isPlain =
    url && !url.search && !url.hash && !url.username && !url.password;
  if (!isPlain || !isSecureTransport(url)) {
    throw new BindingError(
      'Misconfigured',
      'The external URL of the binding handshake must be an https address without user, query and fragment, such as https://portal.example/api/klutch/binding. Only on loopback it may be http.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};
