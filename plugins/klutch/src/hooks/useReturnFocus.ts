/** Gives the focus back to the element that had it when the component was mounted, if it is lost with the component. */
import { useEffect } from 'react';

export function useReturnFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // Removing the focused element moves the focus to the body; anything else was focused by the user.
      if (
        document.activeElement === document.body &&
        before instanceof HTMLElement
      ) {
        before.focus();
      }
    };
  }, []);
}
