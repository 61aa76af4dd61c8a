/** Keeps the answers on the page as new as the signals say. */
import { useApi, useApiHolder } from '@backstage/core-plugin-api';
import { signalApiRef } from '@backstage/plugin-signals-react';
import {
  KLUTCH_SIGNAL_CHANNEL,
  type KlutchSignal,
} from '@klutch/backstage-plugin-klutch-common';
import { useEffect } from 'react';
import { klutchQueryClientApiRef } from '../api/queryClientApi';
import { Refresher } from './Refresher';

/** By then the signals client is connected, if it can be; it tells nobody, and signals before that are missed. */
const CONNECTED_MS = 3_000;

/** How long a page may show what it missed while its connection was away, which nobody is told of either. */
const LOOK_AGAIN_MS = 60_000;

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
    const refresher = new Refresher(queryClient);
    const { unsubscribe } = signals.subscribe<KlutchSignal>(
      KLUTCH_SIGNAL_CHANNEL,
      signal => {
        void refresher.refresh(signal);
      },
    );
    const lookAgain = () => {
      if (document.visibilityState === 'visible') {
        void refresher.refresh({ topic: 'platform' });
      }
    };
    const first = setTimeout(lookAgain, CONNECTED_MS);
    const later = setInterval(lookAgain, LOOK_AGAIN_MS);
    return () => {
      unsubscribe();
      clearTimeout(first);
      clearInterval(later);
    };
  }, [signals, queryClient]);
}
