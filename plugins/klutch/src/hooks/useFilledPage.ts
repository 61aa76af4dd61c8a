/** Leads back from a page of a list that has become empty, because rows were deleted. */
import { useEffect } from 'react';

/** @param isEmpty - whether the backend has no rows on the page, as far as it knows all */
export function useFilledPage(
  { goTo, page }: { goTo: (page: number) => void; page: number },
  isEmpty: boolean,
): void {
  useEffect(() => {
    if (isEmpty && page > 0) goTo(page - 1);
  });
}
