/** Reads `catalog.providers.klutch`. */
import {
  readSchedulerServiceTaskScheduleDefinitionFromConfig,
  type SchedulerServiceTaskScheduleDefinition,
} from '@backstage/backend-plugin-api';
import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import type { Config } from '@backstage/config';
import { InputError } from '@backstage/errors';
import { readMountPath } from '@klutch/backstage-plugin-klutch-node';
import type { EntityContext } from './entities/entityContext';

type NamespaceFilter = (namespace: string) => boolean;

/** Configuration of the entity provider; `config.d.ts` describes the keys. */
export interface ProviderConfig {
  context: EntityContext;
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

/**
 * Without the policy of `permission-backend-module-klutch`, which limits instances to those who may see them, everybody
 * who reads the catalog would see all of them; so there are none unless the operator says which.
 */
const isLimitedByPolicy = (rootConfig: Config) =>
  rootConfig.getOptionalBoolean('permission.enabled') === true &&
  rootConfig.has('klutch.permission.roles');

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
  const namespaces =
    readNamespaces(config, 'namespaces') ??
    new Set(isLimitedByPolicy(rootConfig) ? ['*'] : []);
  const system = readSystem(config);
  return {
    context: {
      defaultOwner:
        config?.getOptionalString('defaultOwner') ?? 'group:default/operators',
      portalUrl: `${appUrl}${readMountPath(rootConfig)}`,
      ...(system && { system }),
      isPublic: filterBy(
        readNamespaces(config, 'publicNamespaces') ?? new Set(),
      ),
    },
    schedule: readSchedule(config),
    includesNamespace: filterBy(namespaces),
    hasInstances: namespaces.size > 0,
    removalThreshold: readRemovalThreshold(config),
    templates: config?.getOptionalBoolean('templates') ?? true,
  };
}
