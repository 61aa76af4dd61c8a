/** A trace as text. Pure functions. */
import { traceDocsUrl } from '@klutch/control-plane-health';
import { printable, tableText } from '../output/table';
import { stoppedAt, type TraceStep } from './TraceStep';

function advice(steps: readonly TraceStep[]): string {
  const stop = stoppedAt(steps);
  if (!stop) {
    return steps.some(({ state }) => state === 'unknown')
      ? 'No step that you may read has a problem.'
      : 'Every step is done.';
  }
  const { step, object, remedy, state } = stop;
  const verb = state === 'failed' ? 'Failed at' : 'Waits at';
  return `${verb} step "${step}", ${object}.${remedy ? ` ${remedy}` : ''}`;
}

/** The page of each finding. */
function explanations(steps: readonly TraceStep[]): string {
  const lines = steps.flatMap(({ finding, step }) =>
    finding ? [`  ${step}: ${traceDocsUrl(finding)}\n`] : [],
  );
  // Several objects of a step may have the same finding.
  return lines.length > 0
    ? `\nWhat this means:\n${[...new Set(lines)].join('')}`
    : '';
}

/** A table of the steps, the first one that stops, with what to do, and the pages that explain what was found. */
export const traceText = (steps: readonly TraceStep[]): string =>
  `${tableText([
    ['STEP', 'CLUSTER', 'OBJECT', 'STATE', 'MESSAGE'],
    ...steps.map(({ step, location, object, state, message = '' }) => [
      step,
      location === 'appCluster' ? 'app' : 'control plane',
      object,
      state,
      message,
    ]),
  ])}\n${printable(advice(steps))}\n${explanations(steps)}`;
