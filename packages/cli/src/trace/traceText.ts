/** A trace as text. Pure functions. */
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

/** A table of the steps, and the first one that stops, with what to do. */
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
  ])}\n${printable(advice(steps))}\n`;
