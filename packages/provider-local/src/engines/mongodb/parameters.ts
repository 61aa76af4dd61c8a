/** Checks the parameters that a user may set, by the broker's keys. */
import { readEach } from '../../host/readParameters';

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

/** Throws one `ServiceError` that names every parameter that is unknown or that FerretDB cannot apply. */
export function checkParameters(parameters: Record<string, unknown>): void {
  readEach(Object.fromEntries(flatten(parameters)), (key, value) => {
    if (key !== expiry) return 'is unknown';
    return value === 'off'
      ? undefined
      : 'can only be off: FerretDB has no change streams, so it keeps no images that could expire';
  });
}
