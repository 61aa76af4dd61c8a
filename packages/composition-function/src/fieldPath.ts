/** Crossplane's field paths, such as `metadata.labels[crossplane.io/claim-name]` or `spec.hosts[0].name`. */

type Segment = string | number;

/** Takes a field path apart. Throws for one that this function does not understand, such as a wildcard. */
export function parseFieldPath(path: string): Segment[] {
  const segments: Segment[] = [];
  const pattern = /(?:^|\.)([^.[\]]+)|\[([^[\]]+)\]/gy;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (!match) throw new Error(`The field path ${path} cannot be read.`);
    const [, field, bracketed] = match;
    if (bracketed === '*') {
      throw new Error(
        `The field path ${path} has a wildcard, which this function does not know.`,
      );
    }
    if (bracketed !== undefined) {
      segments.push(
        /^\d+$/.test(bracketed)
          ? Number(bracketed)
          : bracketed.replace(/^['"]|['"]$/g, ''),
      );
    } else if (field !== undefined) {
      segments.push(field);
    }
  }
  if (segments.length === 0) throw new Error('A field path is empty.');
  return segments;
}

type Container = Record<Segment, unknown>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null;

/** The value at a field path; undefined when there is none. */
export function getField(object: unknown, path: string): unknown {
  return parseFieldPath(path).reduce<unknown>(
    (value, segment) => (isContainer(value) ? value[segment] : undefined),
    object,
  );
}

/** Sets the value at a field path, and creates what is missing on the way. Throws when something else is in the way. */
export function setField(object: object, path: string, value: unknown): void {
  const segments = parseFieldPath(path);
  let container = object as Container;
  segments.forEach((segment, index) => {
    const next = segments[index + 1];
    if (next === undefined) {
      container[segment] = value;
      return;
    }
    container[segment] ??= typeof next === 'number' ? [] : {};
    const child = container[segment];
    if (!isContainer(child)) {
      throw new Error(
        `The field path ${path} leads through ${segment}, which is neither an object nor a list.`,
      );
    }
    container = child;
  });
}
