/** The transforms of patches. */
import type { Transform } from './resources';

type StringTransform = Extract<Transform, { type: 'string' }>['string'];

function transformString(value: unknown, transform: StringTransform): unknown {
  switch (transform.type) {
    case 'Format':
      return transform.fmt.replace(/%[sdv]/, () => String(value));
    case 'Convert':
      return transform.convert === 'ToLower'
        ? String(value).toLowerCase()
        : String(value).toUpperCase();
    case 'TrimPrefix':
      return String(value).startsWith(transform.trim)
        ? String(value).slice(transform.trim.length)
        : value;
    default:
      throw new Error(
        `The string transform ${JSON.stringify(transform)} is not known here.`,
      );
  }
}

function convert(value: unknown, toType: string): unknown {
  switch (toType) {
    case 'string':
      return String(value);
    case 'int64': {
      const number = Number(value);
      if (Number.isInteger(number)) return number;
      throw new Error(`${JSON.stringify(value)} is not a whole number.`);
    }
    case 'bool':
      if (value === 'true' || value === true) return true;
      if (value === 'false' || value === false) return false;
      throw new Error(`${JSON.stringify(value)} is neither true nor false.`);
    default:
      throw new Error(`The conversion to ${toType} is not known here.`);
  }
}

function transformed(value: unknown, transform: Transform): unknown {
  switch (transform.type) {
    case 'string':
      return transformString(value, transform.string);
    case 'convert':
      return convert(value, transform.convert.toType);
    case 'map': {
      const mapped = transform.map[String(value)];
      if (mapped !== undefined) return mapped;
      throw new Error(`The map has no key ${JSON.stringify(value)}.`);
    }
    default:
      throw new Error(
        `The transform ${JSON.stringify(transform)} is not known here.`,
      );
  }
}

/** Applies transforms one after the other. Throws when one does not fit the value. */
export const applyTransforms = (
  value: unknown,
  transforms: readonly Transform[] = [],
): unknown => transforms.reduce(transformed, value);
