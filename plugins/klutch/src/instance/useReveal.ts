/** Reads credentials and keeps them for 60 s, outside of the query cache, until the panel closes. */
import { useApi } from '@backstage/core-plugin-api';
import { useCallback, useEffect, useRef, useState } from 'react';
import { klutchApiRef } from '../api/klutchApi';
import { KlutchError, unwrap } from '../api/KlutchError';
import type { Claim, Credentials } from '../api/types';

/** How long credentials are shown, in seconds. */
const revealSeconds = 60;

type RevealState =
  | { phase: 'closed' }
  | { phase: 'asking' | 'reading'; binding: Claim }
  | { phase: 'failed'; binding: Claim; error: KlutchError }
  | { phase: 'open'; binding: Claim; credentials: Credentials };

export function useReveal() {
  const api = useApi(klutchApiRef);
  const [state, setState] = useState<RevealState>({ phase: 'closed' });
  const [secondsLeft, setSecondsLeft] = useState(revealSeconds);
  const current = useRef(0);

  const close = useCallback(() => {
    current.current += 1;
    setState({ phase: 'closed' });
  }, []);

  /** Asks for a reason first. */
  const ask = useCallback((binding: Claim) => {
    current.current += 1;
    setState({ phase: 'asking', binding });
  }, []);

  const open = useCallback(
    async (binding: Claim, reason: string) => {
      current.current += 1;
      const call = current.current;
      setState({ phase: 'reading', binding });
      const { cluster, namespace, resource, name } = binding;
      try {
        const credentials = await unwrap(
          api.request(
            'post',
            '/claims/{cluster}/{namespace}/{resource}/{name}/reveal',
            {
              params: { path: { cluster, namespace, resource, name } },
              ...(reason && { body: { reason } }),
            },
          ),
        );
        if (call === current.current) {
          setSecondsLeft(revealSeconds);
          setState({ phase: 'open', binding, credentials });
        }
      } catch (error) {
        if (call === current.current && error instanceof KlutchError) {
          setState({ phase: 'failed', binding, error });
        }
      }
    },
    [api],
  );

  useEffect(() => {
    if (state.phase !== 'open') {
      return undefined;
    }
    const end = Date.now() + revealSeconds * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left <= 0) {
        close();
      } else {
        setSecondsLeft(left);
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [state, close]);

  return { state, secondsLeft, ask, open, close };
}
