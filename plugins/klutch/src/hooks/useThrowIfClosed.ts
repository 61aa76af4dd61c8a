/** Ends what a dialog does in several steps when it is closed. */
import { useIsShown } from './useIsShown';

/** @returns to be called before each step: throws once the component is unmounted */
export function useThrowIfClosed(): () => void {
  const isShown = useIsShown();
  return () => {
    if (!isShown()) throw new Error('The dialog was closed.');
  };
}
