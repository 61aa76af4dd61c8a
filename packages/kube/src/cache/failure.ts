// What an error means to a reflector: kinds of failure, each with its own way on.
import { boundedApiReason } from '../boundedReason';
import { ApiError, ConnectionError, isExpired } from '../errors';

/** Why a list or a watch failed. */
export interface Failure {
  kind:
    /** The server does not have the version any more (410), or not yet: it was restored from a backup. */
    | 'expired'
    /** 401. */
    | 'unauthorized'
    /** 403. */
    | 'forbidden'
    /** 404: the CRD is not there (yet, or any more). */
    | 'absent'
    /** What arrived could not be read; something may have been missed. */
    | 'garbled'
    /** 429 or 503: the server wants to be left alone for a while. */
    | 'busy'
    /** Any other answer of a server. What was asked for may be what it cannot do. */
    | 'refused'
    /** No answer, or the end of one. */
    | 'unreachable'
    /** A watch was open and never said a word, not even a bookmark. */
    | 'mute'
    /** A streaming list began and did not come to its end. */
    | 'unfinished'
    /** The server does not do streaming lists. */
    | 'unstreamable';
  /** One word of few, for health and metrics. */
  reason: string;
  /** For people: what happened and what to do. */
  message: string;
  /** How long the server wants to be left alone, in milliseconds. */
  retryAfterMs?: number;
}

/** How far a watch had come when it failed. */
interface StreamProgress {
  /** It was still sending what exists. */
  listing: boolean;
  /** The server had accepted it. */
  opened: boolean;
  /** At least one event or bookmark had arrived. */
  receivedEvent: boolean;
}

/** The end of a streaming list's initial events did not come in time. */
export class InitialEventsEndMissing extends Error {
  override readonly name = 'InitialEventsEndMissing';

  constructor() {
    super(
      'The API server accepted a streaming list and never said that it is complete.',
    );
  }
}

/** Answers of servers to a parameter they do not know or have switched off (Kubernetes 1.27 to 1.31 and 1.33: 422). */
const unsupportedCodes = new Set([400, 405, 406, 415, 422, 501]);

/** The server's version is behind the one asked for (apimachinery `CauseTypeResourceVersionTooLarge`, code 504). */
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
    // A proxy that holds an answer back until it is whole lets pages pass.
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
 * What an error means to the reflector.
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
    // Something in what arrived that nobody was prepared for: what was missed by it, a list brings.
    const message = error instanceof Error ? error.message : 'unknown error';
    failure = { kind: 'garbled', reason: 'error', message };
  }
  return stream ? classifyStreamFailure(failure, error, stream) : failure;
}
