// Values on their way to a log: same shape, without credentials, and never so big that logging hurts.
import { types } from 'node:util';
import { censored, longestText, redactText } from './redactText';
import { isSecretName } from './secretNames';

/** Limits of one value, so that a list logged by mistake costs little. */
const limits = {
  depth: 8,
  /** Items of one array. */
  items: 100,
  /** Values in all. */
  values: 2_000,
};

/** What of an error is logged besides its message, stack and causes. Anything else may be a request or an answer. */
const fieldsOfErrors = [
  'code',
  'errno',
  'syscall',
  'address',
  'port',
  'status',
  'statusCode',
  'reason',
  'causes',
  'retryAfterSeconds',
  'objectName',
  'failure',
  'server',
  'errorCode',
  'lease',
  'end',
  'exitCode',
  'signal',
] as const;

/** Pairs of fields of which the one says what the other is. */
const pairs = [
  // As containers list their environment: `{ name: 'DB_PASSWORD', value: '…' }`.
  ['name', 'value'],
  // As API servers give their reasons, which quote what they refuse.
  ['field', 'message'],
] as const;

/** Also those of another realm, which are no instances of our `Error`. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

/** A Kubernetes Secret, whose own fields are looked at one by one, or a reference to one: `namespace/name`. */
const isSecretObject = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^[a-z0-9.-]+\/[a-z0-9.-]+$/.test(value)
    : typeof value === 'object' && value !== null && !Array.isArray(value);

/** One walk through a value. */
class Walk {
  readonly #above = new Set<object>();
  #left = limits.values;

  visit(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'bigint':
        return `${value}`;
      case 'function':
      case 'symbol':
        return `[${typeof value}]`;
      case 'object':
        return value === null ? null : this.#object(value);
      default:
        return value;
    }
  }

  /** JSON inside a text tells the names of fields, which the text alone does not. */
  #text(text: string): string {
    if (/^\s*[{[]/.test(text) && text.length <= longestText) {
      try {
        return JSON.stringify(this.visit(JSON.parse(text)));
      } catch {
        // Only looks like it.
      }
    }
    return redactText(text);
  }

  #object(value: object): unknown {
    if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) {
      return `[${value.byteLength} bytes]`;
    }
    if (value instanceof URL || value instanceof URLSearchParams) {
      return redactText(`${value}`);
    }
    this.#left -= 1;
    if (this.#left < 0) return '[too much]';
    if (this.#above.has(value)) return '[circular]';
    if (this.#above.size >= limits.depth) return '[too deep]';
    this.#above.add(value);
    try {
      return this.#within(value);
    } finally {
      this.#above.delete(value);
    }
  }

  #within(value: object): unknown {
    if (isError(value)) return this.#error(value);
    if (Array.isArray(value)) return this.#array(value);
    if (types.isSet(value)) return this.#array([...value]);
    if (types.isMap(value)) return this.#fields(Object.fromEntries(value));
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return this.visit(value.toJSON());
    }
    return this.#fields(value);
  }

  #array(values: unknown[]): unknown[] {
    const visited = values.slice(0, limits.items).map(item => this.visit(item));
    const rest = values.length - visited.length;
    return rest > 0 ? [...visited, `[${rest} more]`] : visited;
  }

  #fields(value: object): Record<string, unknown> {
    const hidden = this.#hiddenBySibling(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        name === hidden ? censored : this.#field(name, field),
      ]),
    );
  }

  #hiddenBySibling(value: object): string | undefined {
    const fields: Record<string, unknown> = { ...value };
    const pair = pairs.find(([label, content]) => {
      const text = fields[label];
      return (
        content in fields && typeof text === 'string' && isSecretName(text)
      );
    });
    return pair?.[1];
  }

  #field(name: string, value: unknown): unknown {
    if (!isSecretName(name)) return this.visit(value);
    if (name === 'secret' && isSecretObject(value)) return this.visit(value);
    // What counts something, or says that there is none, is no credential.
    const holds =
      (typeof value === 'string' && value !== '') ||
      (typeof value === 'object' && value !== null);
    return holds ? censored : this.visit(value);
  }

  #error(error: Error): Record<string, unknown> {
    const { name, message, stack, cause } = error;
    const all: Error & Record<string, unknown> = error as never;
    const visited: Record<string, unknown> = {
      type: name,
      message: redactText(message),
    };
    if (stack) visited.stack = redactText(stack);
    for (const field of fieldsOfErrors) {
      if (all[field] !== undefined) {
        visited[field] = this.visit(all[field]);
      }
    }
    if (cause !== undefined) visited.cause = this.visit(cause);
    if (Array.isArray(all.errors)) visited.errors = this.#array(all.errors);
    return visited;
  }
}

/**
 * A copy of a value for logs: credentials are replaced by `[redacted]`, known by the names of fields at any depth and by
 * their form inside texts. Errors keep message, code, stack and causes and lose everything else; bytes become their
 * number; what is deep, circular or long is cut. Never throws.
 */
export function redact(value: unknown): unknown {
  try {
    return new Walk().visit(value);
  } catch {
    return '[cannot be read]';
  }
}
