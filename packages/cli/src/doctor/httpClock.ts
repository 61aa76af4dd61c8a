/** The clock of a server without credentials. */
import { readHttpClock } from '@klutch/kube';
import { unreachableText } from '../binding/providerRequest';
import { clock } from './checks/server';
import { warning, type Finding } from './Finding';

/** Compares the clocks by the header `Date` of an answer. */
export async function httpClock(
  subject: string,
  url: URL,
  signal: AbortSignal,
): Promise<Finding> {
  const reading = await readHttpClock(url, signal).catch((error: unknown) => {
    throw new Error(unreachableText(url, error), { cause: error });
  });
  return reading
    ? clock(subject, reading)
    : warning(
        'Clock',
        `${subject}: the server does not tell its time`,
        'Compare the clocks yourself.',
      );
}
