/** What the backend signals to open pages: only which kind of thing changed, never a name and never content. */

/** Signal channel of the portal. @public */
export const KLUTCH_SIGNAL_CHANNEL = 'klutch:changes';

/** Topic of the events service with the same messages, for other backend plugins. @public */
export const KLUTCH_EVENTS_TOPIC = 'klutch.changes';

/**
 * `claims`: service instances, bindings, backups, restores. `platform`: templates, requests, exports, app clusters,
 * services, reachability, and with them claims.
 *
 * @remarks
 * Backstage sends a signal to everybody who is signed in, guests included: names of clusters and namespaces do not
 * belong into it.
 *
 * @public
 */
export type KlutchSignal = { topic: 'claims' | 'platform' };
