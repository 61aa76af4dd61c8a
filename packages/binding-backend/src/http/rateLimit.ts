/** How often one caller may use the public routes; counted per process. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit as limiter } from 'express-rate-limit';
import { HttpError } from './failure';

/** How much is allowed. */
export interface RateLimit {
  /** Requests from one address, or in one session, within a window. Default 120. */
  requests?: number;
  /** Length of a window in milliseconds. Default a minute. */
  windowMs?: number;
}

/** The secret of the session that a request is proven to belong to; undefined for all others. */
export type SessionOf = (request: Request) => Promise<string | undefined>;

const alwaysAnonymous: SessionOf = async () => undefined;

/**
 * Refuses what is too much with 429. The address is Express's `req.ip`: behind a proxy the host app sets `trust proxy`.
 * Whoever is signed in counts by the session, and is not held up by others behind the same address.
 */
export const rateLimit = (
  { requests = 120, windowMs = 60_000 }: RateLimit = {},
  sessionOf = alwaysAnonymous,
): RequestHandler =>
  limiter({
    limit: requests,
    windowMs,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    keyGenerator: async request => {
      const secret = await sessionOf(request);
      return secret === undefined
        ? ipKeyGenerator(request.ip ?? '')
        : createHash('sha256').update(secret).digest('base64url');
    },
    validate: { xForwardedForHeader: false },
    handler: (_request, _response, next) =>
      next(
        new HttpError(
          429,
          'TooManyRequests',
          'There were too many requests from you, or from your address. Wait a minute, then try again.',
        ),
      ),
  });
