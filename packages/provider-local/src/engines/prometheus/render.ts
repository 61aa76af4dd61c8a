/** A configuration file. JSON is YAML whose scalars have one meaning only. */
export const render = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)}\n`;
