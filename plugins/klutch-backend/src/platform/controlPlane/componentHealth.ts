/** Crossplane, its packages, XRDs and Compositions in one line each, with their health in words. Pure functions. */
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  isPaused,
  type InstalledObjects,
  type Problem,
} from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import { parsePackageReference } from './packageReference';
import { problemExplanation } from './problemExplanation';

type Component = Schemas['ControlPlaneComponent'];

/** The Deployment of Crossplane itself. */
export interface CrossplaneDeployment {
  version?: string;
  replicas: number;
  ready: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const well: Record<Exclude<Component['type'], 'crossplane'>, Explanation> = {
  provider: explain('ComponentPackageHealthy'),
  function: explain('ComponentPackageHealthy'),
  configuration: explain('ComponentPackageHealthy'),
  xrd: explain('ComponentXrdServed'),
  composition: explain('ComponentCompositionComplete'),
};

/** The worst problem of an object comes first among the problems. */
const problemOf = (
  { kind, metadata }: Unstructured,
  problems: readonly Problem[],
): Problem | undefined =>
  problems.find(
    ({ object }) => object.kind === kind && object.name === metadata.name,
  );

function healthOf(
  type: keyof typeof well,
  object: Unstructured,
  problems: readonly Problem[],
): Omit<Component, 'type' | 'name'> {
  const problem = problemOf(object, problems);
  if (problem) {
    return { state: problem.severity, ...problemExplanation(problem) };
  }
  return isPaused(object)
    ? { state: 'warning', ...explain('ComponentPaused') }
    : { state: 'ok', ...well[type] };
}

const componentOf =
  (type: keyof typeof well, problems: readonly Problem[]) =>
  (object: Unstructured): Component => {
    const { creationTimestamp, name = '' } = object.metadata;
    const version = parsePackageReference(text(object.spec?.package) ?? '').tag;
    const revision = text(object.status?.currentRevision);
    return {
      type,
      name,
      ...(version && { version }),
      ...(revision && { revision }),
      ...healthOf(type, object, problems),
      ...(creationTimestamp && { createdAt: creationTimestamp }),
    };
  };

function crossplaneComponent(
  major: 1 | 2,
  deployment: CrossplaneDeployment | undefined,
): Component {
  const head = { type: 'crossplane', name: 'Crossplane' } as const;
  const version = deployment?.version ?? `${major}.x`;
  if (!deployment) {
    const explanation = explain('ComponentCrossplaneServed');
    return { ...head, version, state: 'ok', ...explanation };
  }
  const { ready, replicas } = deployment;
  const counts = { ready: `${ready}`, replicas: `${replicas}` };
  return ready > 0
    ? {
        ...head,
        version,
        state: ready < replicas ? 'warning' : 'ok',
        ...explain('ComponentCrossplaneReady', counts),
      }
    : {
        ...head,
        version,
        state: 'error',
        ...explain('ComponentCrossplaneNotReady', counts),
      };
}

/** One line for each, by type and name; none without Crossplane. */
export function components(
  major: 1 | 2 | undefined,
  deployment: CrossplaneDeployment | undefined,
  installed: InstalledObjects,
  problems: readonly Problem[],
): Component[] {
  if (!major) return [];
  const lines = (
    type: keyof typeof well,
    objects: readonly Unstructured[],
  ): Component[] =>
    objects
      .map(componentOf(type, problems))
      .sort((a, b) => a.name.localeCompare(b.name));
  return [
    crossplaneComponent(major, deployment),
    ...lines('provider', installed.providers),
    ...lines('function', installed.functions),
    ...lines('configuration', installed.configurations),
    ...lines('xrd', installed.xrds),
    ...lines('composition', installed.compositions),
  ];
}
