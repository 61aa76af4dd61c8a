/** Rate limit of the public routes; counted per process. */
import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit as limiter } from 'express-rate-limit';
import { HttpError } from './failure';

/** Limits for requests to the public routes. */
export interface RateLimit {
  /** Requests from one address, or in one session, for each window. Default 120. */
  requests?: number;
  /** Length of a window in milliseconds. Default 60 000. */
  windowMs?: number;
}

/** The secret of a request's valid session; undefined for all other requests. */
export type SessionOf = (request: Request) => Promise<string | undefined>;

const alwaysAnonymous: SessionOf = async () => undefined;

/**
 * Refuses requests above the limit with 429. The address is Express's `req.ip`: behind a proxy the host app has to set
 * `trust proxy`. Signed-in users are counted by session, so that users behind the same address do not limit each other.
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
          'There were too many requests from your session or address. Wait a minute, then try again.',
        ),
      ),
  });
