// Classifies errors for the reflector: kinds of failure, each with its own recovery.
import { boundedApiReason } from '../boundedReason';
import { ApiError, ConnectionError, isExpired } from '../errors';

/** Why a list or a watch failed. */
export interface Failure {
  kind:
    /** The server no longer has the version (410), or not yet: it was restored from a backup. */
    | 'expired'
    /** 401. */
    | 'unauthorized'
    /** 403. */
    | 'forbidden'
    /** 404: the CRD does not exist (yet, or any more). */
    | 'absent'
    /** The received data could not be read; an event may have been missed. */
    | 'garbled'
    /** 429 or 503: the server asks for a pause. */
    | 'busy'
    /** Any other error response. The server may not support what was requested. */
    | 'refused'
    /** No response, or an incomplete one. */
    | 'unreachable'
    /** A watch was open and received nothing, not even a bookmark. */
    | 'mute'
    /** A streaming list started and did not reach its end. */
    | 'unfinished'
    /** The server does not support streaming lists. */
    | 'unstreamable';
  /** One word of a bounded set, for health and metrics. */
  reason: string;
  /** What happened and what to do, for people. */
  message: string;
  /** Pause that the server asks for, in milliseconds. */
  retryAfterMs?: number;
}

/** How far a watch had come when it failed. */
export interface StreamProgress {
  /** The watch was still receiving the initial objects. */
  listing: boolean;
  /** The server had accepted the watch. */
  opened: boolean;
  /** At least one event or bookmark had arrived. */
  receivedEvent: boolean;
}

/** The end mark of a streaming list's initial events did not come in time. */
export class InitialEventsEndMissing extends Error {
  override readonly name = 'InitialEventsEndMissing';

  constructor() {
    super(
      'The API server accepted a streaming list but did not mark its end in time.',
    );
  }
}

/**
 * Responses to a parameter that the server does not know or has switched off (Kubernetes 1.27 to 1.31 and 1.33: 422).
 */
const unsupportedCodes = new Set([400, 405, 406, 415, 422, 501]);

/** The server's version is behind the requested one (apimachinery `CauseTypeResourceVersionTooLarge`, code 504). */
const isResourceVersionTooLarge = (error: ApiError): boolean =>
  error.causes.some(({ reason }) => reason === 'ResourceVersionTooLarge');

function kindOfAnswer(error: ApiError): Failure['kind'] {
  if (isExpired(error) || isResourceVersionTooLarge(error)) return 'expired';
  switch (error.code) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'absent';
    case 429:
    case 503:
      return 'busy';
    default:
      return 'refused';
  }
}

function reasonOf(error: ApiError): string {
  if (error.code === 404) return 'NotFound';
  if (isResourceVersionTooLarge(error)) return 'ResourceVersionTooLarge';
  return boundedApiReason(error);
}

function classifyStreamFailure(
  failure: Failure,
  error: unknown,
  { listing, opened, receivedEvent }: StreamProgress,
): Failure {
  if (listing && !opened) {
    const isUnsupported =
      error instanceof ApiError && unsupportedCodes.has(error.code);
    if (isUnsupported) return { ...failure, kind: 'unstreamable' };
    // A proxy that buffers whole responses still passes pages.
    return failure.reason === 'timeout'
      ? { ...failure, kind: 'unfinished' }
      : failure;
  }
  if (listing && opened) {
    const broken = ['unreachable', 'garbled', 'refused', 'expired'];
    return broken.includes(failure.kind)
      ? { ...failure, kind: 'unfinished' }
      : failure;
  }
  return opened && !receivedEvent && failure.reason === 'timeout'
    ? { ...failure, kind: 'mute', reason: 'mute' }
    : failure;
}

/**
 * Classifies an error for the reflector.
 * @param stream - of a watch: how far it had come
 */
export function classifyFailure(
  error: unknown,
  stream?: StreamProgress,
): Failure {
  let failure: Failure;
  if (error instanceof ApiError) {
    const { message, retryAfterSeconds } = error;
    failure = {
      kind: kindOfAnswer(error),
      reason: reasonOf(error),
      message,
      retryAfterMs: retryAfterSeconds && retryAfterSeconds * 1000,
    };
  } else if (error instanceof ConnectionError) {
    const { failure: reason, message } = error;
    const kind = reason === 'garbled' ? 'garbled' : 'unreachable';
    failure = { kind, reason, message };
  } else if (error instanceof InitialEventsEndMissing) {
    const { message } = error;
    return { kind: 'unstreamable', reason: 'no-initial-events-end', message };
  } else {
    // An unexpected error while reading events: a new list brings whatever was missed.
    const message = error instanceof Error ? error.message : 'unknown error';
    failure = { kind: 'garbled', reason: 'error', message };
  }
  return stream ? classifyStreamFailure(failure, error, stream) : failure;
}
