/** Tells whether the component is still on the page when an answer comes. */
import { useEffect, useRef } from 'react';

export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    // Strict mode mounts twice.
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}
