/** Warns when requests come through a proxy that Backstage does not know. */
import type { LoggerService } from '@backstage/backend-plugin-api';
import type { RequestHandler } from 'express';

/**
 * Logs a warning for the first request whose sender may not say for whom it speaks: the sender's own address is then
 * the client's, so that all clients of the proxy share one rate limit.
 */
export function untrustedProxyWarning(logger: LoggerService): RequestHandler {
  let hasWarned = false;
  return (request, _response, next) => {
    // Express leaves `ips` empty unless the sender is trusted.
    const isUntrusted =
      request.get('x-forwarded-for') !== undefined && request.ips.length === 0;
    if (isUntrusted && !hasWarned) {
      hasWarned = true;
      logger.warn(
        `A request from ${request.socket.remoteAddress} has X-Forwarded-For, but backend.trustProxy does not trust this address: either the address is that of your proxy, whose clients now share one rate limit, or a client has made the header up. If it is your proxy, set backend.trustProxy to the number of proxies in front of Backstage, or to their addresses`,
      );
    }
    next();
  };
}
