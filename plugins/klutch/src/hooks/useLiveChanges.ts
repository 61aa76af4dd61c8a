/** Keeps the answers on the page as new as the signals say. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { QueryInvalidator } from './QueryInvalidator';

/** By then the signals client is connected, if it can be; it tells nobody, and signals before that are missed. */
const SIGNALS_CONNECT_TIMEOUT_MS = 3_000;

/** How long a page may show what it missed while its connection was away, which nobody is told of either. */
const REFETCH_INTERVAL_MS = 60_000;

/**
 * Subscribes to the portal's signals while mounted; does nothing in an app without signals.
 *
 * @remarks
 * Not by `useSignal`, which keeps only the last signal of a render: of two that arrive together one would be lost.
 */
export function useLiveChanges(): void {
  const queryClient = useApi(klutchQueryClientApiRef);
  const signals = useApiHolder().get(signalApiRef);
  useEffect(() => {
    if (!signals) {
      return undefined;
    }
    const invalidator = new QueryInvalidator(queryClient);
    const { unsubscribe } = signals.subscribe<KlutchSignal>(
      KLUTCH_SIGNAL_CHANNEL,
      signal => {
        void invalidator.invalidate(signal);
      },
    );
    const refetch = () => {
      if (document.visibilityState === 'visible') {
        void invalidator.invalidate({ topic: 'platform' });
      }
    };
    const first = setTimeout(refetch, SIGNALS_CONNECT_TIMEOUT_MS);
    const later = setInterval(refetch, REFETCH_INTERVAL_MS);
    return () => {
      unsubscribe();
      clearTimeout(first);
      clearInterval(later);
    };
  }, [signals, queryClient]);
}
