// Write guards, checked right before the first byte is sent.
import { Dispatcher } from 'undici';
import { WriteGuard } from './KubeClient';

/** A guard refused a write; the cause is what the guard threw. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal';
}

function checkGuards(
  handler: Dispatcher.DispatchHandler,
  guards: readonly WriteGuard[],
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      try {
        guards.forEach(guard => guard.check());
      } catch (cause) {
        throw new GuardRefusal('A guard refused the write.', { cause });
      }
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/**
 * A dispatcher that checks the guards each time before it writes a request to a socket, after all queueing for
 * connections. When one throws, nothing is written and the request fails with a {@link GuardRefusal}.
 */
export function guardedBy(
  dispatcher: Dispatcher,
  guards: readonly WriteGuard[],
): Dispatcher {
  if (guards.length === 0) return dispatcher;
  return dispatcher.compose(
    dispatch => (options, handler) =>
      dispatch(options, checkGuards(handler, guards)),
  );
}
