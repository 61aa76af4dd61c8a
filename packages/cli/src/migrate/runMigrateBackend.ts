/** `migrate backend`: prepares the control plane, and says what is left before its binding backend is replaced. */
import {
  annotations,
  bindResources,
  controlPlaneCrds,
  finalizers,
  getCondition,
} from '@klutch/bind-api';
import { backendRoles } from '@klutch/binding-backend';
import {
  core,
  metadataOf,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import type { DryRun } from '../output/dryRunOption';
import { dataText, type DataFormat } from '../output/objects';
import { tableText } from '../output/table';
import { withProgress } from '../progress';
import { backendFindings, type BackendFacts } from './backendFindings';
import type { KonnectorKind } from '../konnector/konnectorDeployment';
import { listAll } from './listAll';
import { applyPending, apisOf, readPending } from './pendingTemplates';

/** Flags of `migrate backend`. */
export interface MigrateBackendFlags {
  to: KonnectorKind;
  /** Do what needs no decision. */
  apply?: boolean;
  /** Of `apply`. */
  dryRun: DryRun;
  output?: DataFormat;
}

/** Condition of ClusterBindings whose token our backend issued. */
const tokenIssued = 'TokenIssued';

const keyOf = ({ metadata }: KubeObject): string =>
  `${metadata.namespace}/${metadata.name}`;

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? '';

async function missing<T extends KubeObject>(
  wanted: readonly T[],
  exists: (name: string) => Promise<unknown>,
): Promise<string[]> {
  const names = wanted.map(nameOf);
  const found = await Promise.all(names.map(exists));
  return names.filter((_, index) => !found[index]);
}

async function readFacts(client: KubeClient): Promise<BackendFacts> {
  const [clusterBindings, exports, namespaces] = await Promise.all([
    listAll(client, bindResources.clusterBindings),
    listAll(client, bindResources.exports),
    listAll(client, metadataOf(core.namespaces)),
  ]);
  const [pending, bindings, serviceNamespaces] = await Promise.all([
    readPending(client),
    listAll(client, bindResources.appClusterBindings),
    listAll(client, bindResources.serviceNamespaces),
  ]);
  return {
    missingCrds: await missing(controlPlaneCrds, name =>
      client.get(core.customResourceDefinitions, { name }),
    ),
    missingRoles: await missing(backendRoles(), name =>
      client.get(core.clusterRoles, { name }),
    ),
    apisWithoutRoles: apisOf(pending.withoutRoles),
    onlyReleasedTemplates: apisOf(pending.released),
    referenceNamespaces: namespaces
      .filter(
        ({ metadata }) =>
          metadata.annotations?.[annotations.identity]?.split('#').length === 2,
      )
      .map(nameOf),
    clusterWideExports: exports
      .filter(({ spec }) => spec.informerScope === 'Cluster')
      .map(keyOf),
    appClusterBindings: bindings.map(keyOf),
    finalizedNamespaces: serviceNamespaces
      .filter(({ metadata }) =>
        metadata.finalizers?.includes(finalizers.serviceNamespace),
      )
      .map(keyOf),
    renewedTokens: clusterBindings
      .filter(({ status }) => getCondition(status?.conditions, tokenIssued))
      .map(({ metadata }) => metadata.namespace ?? ''),
  };
}

function requireApplicable(to: KonnectorKind): void {
  if (to === 'klutch') return;
  throw new Error(
    'Before the backend of the reference runs, nothing is applied: what is to be done deletes objects. Leave out --apply, and do what is marked "todo".',
  );
}

/**
 * With `--apply`, applies roles and templates; then prints the points.
 *
 * @throws Error when something is to be done first
 */
export async function runMigrateBackend(
  context: CommandContext,
  client: KubeClient,
  flags: MigrateBackendFlags,
): Promise<void> {
  const { stderr, stdout } = context;
  const { output, to } = flags;
  if (flags.apply) {
    requireApplicable(to);
    // With -o, stdout has the points alone.
    const printing = output ? { ...context, stdout: stderr } : context;
    await applyPending(printing, client, flags.dryRun);
  }
  const facts = await withProgress(
    stderr,
    'Reading the objects of the control plane',
    readFacts(client),
  );
  const findings = backendFindings(to, facts);
  stdout.write(
    output
      ? dataText({ to, findings }, output)
      : tableText(findings.map(({ state, text }) => [state, text])),
  );
  if (findings.some(({ state }) => state === 'todo')) {
    throw new Error(
      'The control plane is not ready for the other backend. Do what is marked "todo", then run this command again.',
    );
  }
}
