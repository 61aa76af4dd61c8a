/** The steps that are left of a change of the konnector. Pure. */
import type { KonnectorKind } from '../konnector/konnectorDeployment';

/** What is on the app cluster. */
export interface KonnectorState {
  /** The konnector of Deployment `konnector`; undefined without one. */
  current?: KonnectorKind;
  /** Whether the reference's Deployment is kept. */
  kept: boolean;
}

/** A step; each may be repeated. */
export type Step =
  | 'keep'
  | 'stop'
  | 'replace'
  | 'install'
  | 'wait'
  | 'deleteOld'
  | 'clean'
  | 'remove'
  | 'restore'
  | 'forget';

/** What a step does, for users. */
export const stepTitles: Record<Step, string> = {
  keep: "keep the reference's Deployment as konnector-reference, without replicas",
  stop: 'scale deployment/konnector to 0, and wait until its pods and Lease are gone',
  replace: 'delete deployment/konnector, of which the copy is kept',
  install: 'apply the roles of the bound APIs, and install the konnector',
  wait: 'wait until the bindings are ready',
  deleteOld: "delete the reference's kept Deployment and its cluster-wide role",
  clean:
    'remove the finalizer and conditions of our konnector from the bindings',
  remove: 'delete our konnector, its roles and policies',
  restore: "create the reference's Deployment again, or scale it up",
  forget: 'delete the kept Deployment',
};

function toKlutch({ current, kept }: KonnectorState): Step[] | undefined {
  if (current === 'klutch') return ['wait'];
  if (current === 'reference') {
    const keep: Step[] = kept ? [] : ['keep'];
    return [...keep, 'stop', 'replace', 'install', 'wait'];
  }
  return kept ? ['install', 'wait'] : undefined;
}

function toReference({ current, kept }: KonnectorState): Step[] | undefined {
  const restore: Step[] = kept ? ['restore', 'forget'] : [];
  if (current === 'reference') return restore;
  if (current === 'klutch') return ['stop', 'clean', 'remove', ...restore];
  return kept ? ['clean', 'remove', ...restore] : undefined;
}

/**
 * The steps that are left, in their order.
 *
 * @param deleteOld - whether the reference's Deployment is deleted at last
 * @throws Error when there is no konnector to replace
 */
export function planSteps(
  to: KonnectorKind,
  state: KonnectorState,
  deleteOld = false,
): Step[] {
  const steps = to === 'klutch' ? toKlutch(state) : toReference(state);
  if (!steps) {
    throw new Error(
      'There is no Deployment "konnector" in the namespace klutch-bind to replace. Select the app cluster with --context, or install a konnector with "kubectl klutch konnector install".',
    );
  }
  const last: Step[] = to === 'klutch' && deleteOld ? ['deleteOld'] : [];
  return [...steps, ...last];
}
