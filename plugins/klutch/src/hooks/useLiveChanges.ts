/** Refetches the queries on the page when signals arrive. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { QueryInvalidator } from './QueryInvalidator';

/** Delay of the first refetch, because signals sent before the client is connected are missed without notice. */
const SIGNALS_CONNECT_TIMEOUT_MS = 3_000;

/** Interval of further refetches, because signals sent during a lost connection are missed without notice. */
const REFETCH_INTERVAL_MS = 60_000;

/**
 * Subscribes to the portal's signals while mounted; does nothing in an app without signals.
 *
 * @remarks
 * Does not use `useSignal`, which keeps only the last signal per render: of two signals that arrive together, one would
 * be lost.
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
