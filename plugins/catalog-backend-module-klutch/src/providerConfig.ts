/** Reads `catalog.providers.klutch`. */
import {
  readSchedulerServiceTaskScheduleDefinitionFromConfig,
  type SchedulerServiceTaskScheduleDefinition,
} from '@backstage/backend-plugin-api';
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import type { Config } from '@backstage/config';
import { InputError } from '@backstage/errors';
import { readMountPath } from '@klutch/backstage-plugin-klutch-node';
import { annotatedRef } from './entities/annotatedRef';
import type { EntityContext } from './entities/entityContext';

type NamespaceFilter = (namespace: string) => boolean;

/** Configuration of the entity provider; `config.d.ts` describes the keys. */
export interface ProviderConfig {
  context: EntityContext;
  /** Whether the configuration says who the default owner is. */
  hasKnownOwner: boolean;
  schedule: SchedulerServiceTaskScheduleDefinition;
  /** Whether instances of the namespace become entities. */
  includesNamespace: NamespaceFilter;
  /** Whether there is such a namespace. */
  hasInstances: boolean;
  /** Share of entities, from 0 to 1. */
  removalThreshold: number;
  templates: boolean;
}

const key = 'catalog.providers.klutch';

function readRemovalThreshold(config: Config | undefined): number {
  const threshold = config?.getOptionalNumber('removalThreshold') ?? 0.5;
  if (threshold >= 0 && threshold <= 1) return threshold;
  throw new InputError(
    `${key}.removalThreshold must be a number from 0 to 1, such as 0.5.`,
  );
}

function readSystem(config: Config | undefined): string | undefined {
  const text = config?.getOptionalString('system');
  if (text === undefined) return undefined;
  try {
    const ref = parseEntityRef(text, { defaultKind: 'system' });
    if (ref.kind.toLocaleLowerCase('en-US') === 'system') {
      return stringifyEntityRef(ref);
    }
  } catch {
    // Refused below, as a ref of another kind.
  }
  throw new InputError(
    `${key}.system must be the entity ref of a system, such as system:default/data-services.`,
  );
}

/** The namespaces under a key, a name or several. */
function readNamespaces(
  config: Config | undefined,
  name: string,
): ReadonlySet<string> | undefined {
  const isOne = typeof config?.getOptional(name) === 'string';
  const names = isOne
    ? [config.getString(name)]
    : config?.getOptionalStringArray(name);
  return names && new Set(names);
}

const filterBy =
  (names: ReadonlySet<string>): NamespaceFilter =>
  namespace =>
    names.has('*') || names.has(namespace);

/** Owner of last resort, which the catalog need not have. */
const FALLBACK_OWNER = 'group:default/operators';

/**
 * Unless configured, the first group of the operators of the permission module, or the first user, if there is no group.
 * What is no entity ref is left to that module, which refuses it.
 */
function readDefaultOwner(
  rootConfig: Config,
  config: Config | undefined,
): string | undefined {
  const own = config?.getOptionalString('defaultOwner');
  if (own) return own;
  const operators =
    rootConfig.getOptionalStringArray('klutch.permission.roles.operators') ??
    [];
  const firstOf = (kind: 'group' | 'user') =>
    operators
      .map(text => annotatedRef(text, [kind], 'group'))
      .find(ref => ref !== undefined);
  return firstOf('group') ?? firstOf('user');
}

/** Each replica refreshes by itself, because each knows only what it has read and written itself. */
function readSchedule(
  config: Config | undefined,
): SchedulerServiceTaskScheduleDefinition {
  const schedule = config?.has('schedule')
    ? readSchedulerServiceTaskScheduleDefinitionFromConfig(
        config.getConfig('schedule'),
      )
    : { frequency: { seconds: 30 }, timeout: { minutes: 2 } };
  return { ...schedule, scope: schedule.scope ?? 'local' };
}

/** @throws InputError with the key whose value is invalid */
export function readProviderConfig(rootConfig: Config): ProviderConfig {
  const config = rootConfig.getOptionalConfig(key);
  const appUrl = rootConfig.getString('app.baseUrl').replace(/\/+$/, '');
  const namespaces = readNamespaces(config, 'namespaces') ?? new Set<string>();
  const defaultOwner = readDefaultOwner(rootConfig, config);
  const system = readSystem(config);
  return {
    context: {
      defaultOwner: defaultOwner ?? FALLBACK_OWNER,
      portalUrl: `${appUrl}${readMountPath(rootConfig)}`,
      ...(system && { system }),
      isPublic: filterBy(
        readNamespaces(config, 'publicNamespaces') ?? new Set(),
      ),
    },
    hasKnownOwner: defaultOwner !== undefined,
    schedule: readSchedule(config),
    includesNamespace: filterBy(namespaces),
    hasInstances: namespaces.size > 0,
    removalThreshold: readRemovalThreshold(config),
    templates: config?.getOptionalBoolean('templates') ?? true,
  };
}
