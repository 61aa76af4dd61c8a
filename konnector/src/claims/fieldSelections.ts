/** Which objects the field selectors of claims select: the server says so, by a watch of its own for each selector. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  createCache,
  keyOf,
  type Cache,
  type KubeClient,
  type KubeObject,
  type Logger,
  type Resource,
  type KubeMetrics,
} from '@klutch/kube';
import { perServiceNamespace } from '../copies/perServiceNamespace';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { followTrouble, type Trouble } from '../trouble';
import { fieldsOf, mayContinue } from './claimSelection';

/** The answers of both servers. */
export interface FieldSelections {
  /** Puts watches in place for the selectors of these claims, and ends those of others. */
  follow(claims: readonly PermissionClaim[]): void;
  /** Whether the claim's selectors select the object; no, as long as the server has not said so. */
  select(claim: PermissionClaim, side: ClaimOwner, object: KubeObject): boolean;
  /** What keeps it from asking one of the servers, such as a field it does not know. */
  trouble(): Trouble | undefined;
}

interface Selected {
  stop: AbortController;
  consumers?: Cache<KubeObject>;
  providers?: ProviderObjects<KubeObject>;
  trouble: () => Trouble | undefined;
}

/** Selectors speak of the app cluster; names and namespaces of the other one are translated or not asked for. */
const namespaceField = /^\s*metadata\.namespace\s*(!=|==?)\s*(.*?)\s*$/;

/** Splits a selector into what every server can be asked and what is said of the app cluster's namespace. */
export function splitFields(text: string): {
  server: string;
  allowsNamespace: (namespace: string) => boolean;
} {
  const terms = text.split(',').filter(term => term.trim());
  const namespaces = terms.map(term => namespaceField.exec(term));
  return {
    server: terms.filter((_term, index) => !namespaces[index]).join(','),
    allowsNamespace: namespace =>
      namespaces.every(
        found => !found || (found[1] === '!=') === (found[2] !== namespace),
      ),
  };
}

/** Nothing is watched before {@link FieldSelections.follow} is called. */
export function createFieldSelections(options: {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  /** Metadata only. */
  resource: Resource<KubeObject>;
  mapping: Mapping;
  /** The answer for an object may have changed. */
  changed: (key: string | undefined) => void;
  healthChanged: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}): FieldSelections {
  const { resource, mapping, changed, logger, metrics } = options;
  const running = new Map<string, Selected>();
  const idOf = (side: ClaimOwner, fieldSelector: string) =>
    `${side} ${fieldSelector}`;

  function begin(side: ClaimOwner, fieldSelector: string): Selected {
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    if (side === 'Provider') {
      const providers = perServiceNamespace<KubeObject>({
        client: options.providerClient,
        resource,
        serviceNamespaces: options.serviceNamespaces,
        fieldSelector,
        changed: ({ object }) => changed(mapping.consumerKeyOf(object)),
        becameKnown: () => undefined,
        healthChanged: options.healthChanged,
        signal,
        logger,
        metrics,
      });
      return { stop, providers, trouble: providers.trouble };
    }
    const consumers = createCache({
      client: options.consumerClient,
      resource,
      fieldSelector,
      logger,
      metrics,
    });
    consumers.subscribe(({ key }) => changed(key));
    consumers.onHealth(options.healthChanged);
    consumers.start(signal);
    const trouble = followTrouble(consumers, `selected by ${fieldSelector}`);
    return { stop, consumers, trouble };
  }

  return {
    follow(claims) {
      const wanted = new Map<string, [ClaimOwner, string]>();
      for (const claim of claims) {
        const { server } = splitFields(fieldsOf(claim));
        if (server === '') continue;
        const sides = (['Provider', 'Consumer'] as const).filter(
          side =>
            mayContinue(claim, side) ||
            (side === 'Provider' ? claim.autoDonate : claim.autoAdopt),
        );
        sides.forEach(side => wanted.set(idOf(side, server), [side, server]));
      }
      for (const [id, { stop }] of running) {
        if (wanted.has(id)) continue;
        stop.abort();
        running.delete(id);
      }
      for (const [id, [side, server]] of wanted) {
        if (!running.has(id)) running.set(id, begin(side, server));
      }
    },
    select(claim, side, object) {
      const { server, allowsNamespace } = splitFields(fieldsOf(claim));
      const { namespace, name = '' } = object.metadata;
      const here =
        side === 'Consumer'
          ? namespace
          : options.serviceNamespaces.consumerOf(namespace ?? '');
      if (here !== undefined && !allowsNamespace(here)) return false;
      if (server === '') return true;
      const selected = running.get(idOf(side, server));
      return (
        selected?.consumers?.get(keyOf(object)) !== undefined ||
        selected?.providers?.get({ namespace, name }) !== undefined
      );
    },
    trouble: () =>
      [...running.values()].map(({ trouble }) => trouble()).find(Boolean),
  };
}
