/** What an edit in a dialog begins with. */
import { useState } from 'react';
import type { KlutchError } from '../api/KlutchError';

/**
 * What was there when the dialog opened, so that a change by somebody else is refused, not overwritten; after a conflict
 * what is there now.
 */
export function useEditStart<T extends object>(now: T) {
  const [opened, setOpened] = useState<T | undefined>(now);
  return {
    start: opened ?? now,
    onError: ({ kind }: KlutchError) => {
      if (kind === 'conflict') setOpened(undefined);
    },
  };
}
