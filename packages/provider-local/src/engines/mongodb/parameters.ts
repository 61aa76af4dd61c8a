/** Checks the parameters that a user may set, by the broker's keys. */
import { ServiceError } from '../../errors';

const expiry =
  'set_cluster_parameter.changeStreamOptions.preAndPostImages.expireAfterSeconds';

/** The values by their paths. */
function flatten(value: unknown, path: string[] = []): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, child]) =>
        flatten(child, [...path, key]),
      )
    : [[path.join('.'), value]];
}

function problemOf([key, value]: [string, unknown]): string | undefined {
  if (key !== expiry) return 'is unknown';
  return value === 'off'
    ? undefined
    : 'can only be off: FerretDB has no change streams, so it keeps no images that could expire';
}

/** Throws one `ServiceError` that names every parameter which is unknown or which FerretDB cannot apply. */
export function checkParameters(parameters: Record<string, unknown>): void {
  const problems = flatten(parameters).flatMap(entry => {
    const problem = problemOf(entry);
    return problem ? [`The parameter ${entry[0]} ${problem}.`] : [];
  });
  if (problems.length > 0) {
    throw new ServiceError(problems.join(' '), { retry: false });
  }
}
