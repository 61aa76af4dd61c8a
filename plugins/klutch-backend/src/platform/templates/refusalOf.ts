/** Refused writes as a part of a preview. Pure functions. */
import { NotAllowedError } from '@backstage/errors';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { explanationOf } from '../../errors/explainedError';
import { InvalidError } from '../../errors/InvalidError';

/** Why a write was refused; undefined for an error that says nothing about the write itself. */
export function refusalOf(error: unknown): Schemas['Refusal'] | undefined {
  if (error instanceof InvalidError) {
    return { ...error.explanation, causes: error.causes };
  }
  if (!(error instanceof Error)) return undefined;
  const explanation = explanationOf(error);
  return error instanceof NotAllowedError ||
    explanation.reason === 'OfferNeedsPolicy'
    ? explanation
    : undefined;
}

/** Runs a dry run; a refusal is a result. */
export async function unlessRefused<T>(
  dryRun: () => Promise<T>,
): Promise<{ result: T } | { refusal: Schemas['Refusal'] }> {
  try {
    return { result: await dryRun() };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return { refusal };
    throw error;
  }
}
