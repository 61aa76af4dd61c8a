// `data` of Secrets: values in base64.

/** Texts as `data` of a Secret. */
export function encodeSecretData(
  values: Record<string, string>,
): Record<string, string> {
  return mapValues(values, value => Buffer.from(value).toString('base64'));
}

/** The texts in `data` of a Secret; none without `data`. */
export function decodeSecretData(
  data: Record<string, string> = {},
): Record<string, string> {
  return mapValues(data, value => Buffer.from(value, 'base64').toString());
}

function mapValues(
  values: Record<string, string>,
  convert: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, convert(value)]),
  );
}
