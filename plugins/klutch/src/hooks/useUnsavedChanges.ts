/** Asks before the browser leaves a page with input that would be lost. */
import { useEffect } from 'react';

/** Links within the app cannot be held up, because Backstage's router has no blockers; `keepDraft` is for these. */
export function useUnsavedChanges(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
