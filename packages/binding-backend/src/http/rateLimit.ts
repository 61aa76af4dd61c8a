/** How often one address may call the public routes; counted per process. */
import type { RequestHandler } from 'express';
import { rateLimit as limiter } from 'express-rate-limit';
import { HttpError } from './failure';

/** How much is allowed. */
export interface RateLimit {
  /** Requests from one address within a window. Default 120. */
  requests?: number;
  /** Length of a window in milliseconds. Default a minute. */
  windowMs?: number;
}

/** Refuses what is too much with 429. The address is Express's `req.ip`: behind a proxy the host app sets `trust proxy`. */
export const rateLimit = ({
  requests = 120,
  windowMs = 60_000,
}: RateLimit = {}): RequestHandler =>
  limiter({
    limit: requests,
    windowMs,
    standardHeaders: 'draft-7',
    legacyHeaders: false,
    validate: { xForwardedForHeader: false },
    handler: (_request, _response, next) =>
      next(
        new HttpError(
          429,
          'TooManyRequests',
          'There were too many requests from your address. Wait a minute, then try again.',
        ),
      ),
  });
