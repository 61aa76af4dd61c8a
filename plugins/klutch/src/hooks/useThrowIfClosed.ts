/** Ends what a dialog does in several steps when it is closed. */
import { useEffect, useRef } from 'react';

/** @returns to be called before each step: throws once the component is unmounted */
export function useThrowIfClosed(): () => void {
  const closed = useRef(new AbortController());
  useEffect(() => {
    // Strict mode mounts twice.
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  return () => closed.current.signal.throwIfAborted();
}
