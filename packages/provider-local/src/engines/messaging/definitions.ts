/** What applications declare on the server: the content of backups. Pure functions. */
import { isDeepStrictEqual } from 'node:util';
import { ServiceError } from '../../errors';

interface Named {
  name: string;
}

/** A binding between an exchange and a queue or another exchange. */
export interface QueueBinding {
  source: string;
  destination: string;
  destination_type: string;
  routing_key: string;
  arguments: unknown;
}

/** As the server exports and imports them. */
export interface Definitions {
  queues: readonly Named[];
  exchanges: readonly Named[];
  bindings: readonly QueueBinding[];
  policies: readonly Named[];
}

const kinds = ['queues', 'exchanges', 'bindings', 'policies'] as const;

/** The part of an export that a backup has: not the limits of the plan. */
export function definitionsIn(exported: unknown): Definitions {
  const lists = Object.fromEntries(
    kinds.map(kind => {
      const list = (exported as Record<string, unknown> | null)?.[kind];
      if (!Array.isArray(list)) throw new Error(`there are no ${kind}`);
      return [kind, list];
    }),
  );
  return lists as unknown as Definitions;
}

/** Reads the file of a backup. */
export function parseBackup(text: string): Definitions {
  try {
    return definitionsIn(JSON.parse(text));
  } catch (cause) {
    throw new ServiceError(
      'The restore failed: the file of the backup is incomplete or damaged.',
      { retry: false, cause },
    );
  }
}

/** The names of those that the wanted ones lack or have with other properties. */
const superfluous = (
  present: readonly Named[],
  wanted: readonly Named[],
): string[] =>
  present
    .filter(item => !wanted.some(other => isDeepStrictEqual(item, other)))
    .map(({ name }) => name);

const isSame = (a: QueueBinding, b: QueueBinding) =>
  a.source === b.source &&
  a.destination === b.destination &&
  a.destination_type === b.destination_type &&
  a.routing_key === b.routing_key &&
  isDeepStrictEqual(a.arguments, b.arguments);

/** What to delete before the import of `wanted`, so that nothing else remains. Queues that are the same keep their messages. */
export function planDeletions<Present extends QueueBinding>(
  present: Definitions,
  bindings: readonly Present[],
  wanted: Definitions,
): {
  queues: string[];
  exchanges: string[];
  policies: string[];
  bindings: Present[];
} {
  const queues = superfluous(present.queues, wanted.queues);
  const exchanges = superfluous(present.exchanges, wanted.exchanges);
  return {
    queues,
    exchanges,
    policies: superfluous(present.policies, wanted.policies),
    bindings: bindings.filter(
      binding =>
        present.bindings.some(other => isSame(binding, other)) &&
        !wanted.bindings.some(other => isSame(binding, other)) &&
        // Bindings end with what they bind.
        !exchanges.includes(binding.source) &&
        !(binding.destination_type === 'queue' ? queues : exchanges).includes(
          binding.destination,
        ),
    ),
  };
}
