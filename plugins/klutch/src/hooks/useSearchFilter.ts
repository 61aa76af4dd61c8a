/** Filters kept in the URL, so that a filtered list can be shared and survives back navigation. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The named search parameters ("" when absent), and a function that changes some of the parameters. */
export function useSearchFilter<const K extends string>(
  names: readonly K[],
): [Record<K, string>, (change: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useSearchParams();
  // A change that is still being shown is not in the router's parameters yet, and the next one must not undo it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const key = names.join();
  const filter = useMemo(
    () =>
      Object.fromEntries(
        (key.split(',') as K[]).map(name => [name, params.get(name) ?? '']),
      ) as Record<K, string>,
    [key, params],
  );
  const change = useCallback(
    (changes: Partial<Record<K, string>>) => {
      const next = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value) {
          next.set(name, value);
        } else {
          next.delete(name);
        }
      }
      latest.current = next;
      setParams(next, { replace: true });
    },
    [setParams],
  );
  return [filter, change];
}
