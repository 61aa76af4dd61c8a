/** Reads the parameters of an order, by the broker's keys, and says everything that is wrong with them at once. */
import { ServiceError } from '../errors';

/**
 * Reads parameters one by one.
 *
 * @param read - returns why a value is refused, as the end of a sentence; undefined when it is accepted
 * @throws ServiceError that names every refused parameter
 */
export function readEach(
  parameters: Record<string, unknown>,
  read: (key: string, value: unknown) => string | undefined,
): void {
  const problems = Object.entries(parameters).flatMap(([key, value]) => {
    const problem = read(key, value);
    return problem === undefined ? [] : [`The parameter ${key} ${problem}.`];
  });
  if (problems.length > 0) {
    throw new ServiceError(problems.join(' '), { retry: false });
  }
}

/** A part of the parsed parameters, or why the value is refused. */
export type Read<Parsed> = { parsed: Partial<Parsed> } | { problem: string };
export type Reader<Parsed, Plan = unknown> = (
  value: unknown,
  plan: Plan,
) => Read<Parsed>;

/**
 * Parses parameters for a plan.
 *
 * @param readers - by the broker's keys
 * @throws ServiceError that names every parameter that is unknown, malformed or above the plan's limit
 */
export function readParameters<Parsed extends object, Plan>(
  parameters: Record<string, unknown>,
  readers: Readonly<Record<string, Reader<Parsed, Plan>>>,
  plan: Plan,
): Partial<Parsed> {
  const known = new Map(Object.entries(readers));
  const parsed: Partial<Parsed> = {};
  readEach(parameters, (key, value) => {
    const read = known.get(key)?.(value, plan) ?? { problem: 'is unknown' };
    if ('problem' in read) return read.problem;
    Object.assign(parsed, read.parsed);
    return undefined;
  });
  return parsed;
}
