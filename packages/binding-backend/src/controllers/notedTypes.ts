/** What the konnector notes on an APIServiceNamespace. Pure. */
import { annotations, type APIServiceNamespace } from '@klutch/bind-api';

/** Types, `<plural>.<group>`, of which anything was ever synced into the service namespace. */
export const notedTypes = ({ metadata }: APIServiceNamespace): string[] =>
  (metadata.annotations?.[annotations.syncedTypes] ?? '')
    .split(',')
    .map(type => type.trim())
    .filter(Boolean);
