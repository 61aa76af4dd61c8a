// Values on their way to a log: same shape, without credentials, and never so big that logging hurts.
import { types } from 'node:util';
import { censored } from './censored';
import {
  isCredentialArgument,
  isCredentialEntry,
  isCredentialField,
  isHeaderValue,
} from './credentialFields';
import { splitStack } from './splitStack';
import { maxTextLength, redactText } from './redactText';

/** Limits of one value, so that a list logged by mistake costs little. */
const limits = {
  depth: 8,
  /** Items of one array, fields of one object. */
  items: 100,
  /** Objects in all. */
  objects: 2_000,
  /** Characters of all texts. */
  characters: 131_072,
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

/** Also those of another realm, which are no instances of our `Error`. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

const unreadable = '[cannot be read]';

/** One walk through a value. */
class Redactor {
  readonly #above = new Set<object>();
  /** Of the fields it is in. */
  readonly #names: string[] = [];
  #objectsLeft = limits.objects;
  #charactersLeft = limits.characters;

  /** Never throws: what cannot be read is said to be so, and the rest is there. */
  visit(value: unknown): unknown {
    try {
      return this.#any(value);
    } catch {
      return unreadable;
    }
  }

  #any(value: unknown): unknown {
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
    this.#charactersLeft -= Math.min(text.length, maxTextLength);
    if (this.#charactersLeft < 0) return '[too much]';
    if (/^\s*[{[]/.test(text) && text.length <= maxTextLength) {
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
    this.#objectsLeft -= 1;
    if (this.#objectsLeft < 0) return '[too much]';
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
    if (types.isBoxedPrimitive(value)) return this.visit(value.valueOf());
    if (types.isMap(value)) return this.#fields(Object.fromEntries(value));
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return this.visit(value.toJSON());
    }
    return this.#fields(value);
  }

  #array(values: unknown[]): unknown[] {
    const visited = values
      .slice(0, limits.items)
      .map((item, i, items) => this.#item(items[i - 1], item));
    const rest = values.length - visited.length;
    return rest > 0 ? [...visited, `[${rest} more]`] : visited;
  }

  #item(before: unknown, item: unknown): unknown {
    try {
      if (isCredentialArgument(before, item) || isHeaderValue(before, item)) {
        return censored;
      }
      return this.visit(isCredentialEntry(item) ? [item[0], censored] : item);
    } catch {
      return unreadable;
    }
  }

  #fields(value: object): Record<string, unknown> {
    const names = Object.keys(value);
    const visited = names
      .slice(0, limits.items)
      .map(name => [redactText(name), this.#field(value, name)] as const);
    const rest = names.length - visited.length;
    return Object.fromEntries(
      rest > 0 ? [...visited, ['…', `[${rest} more]`]] : visited,
    );
  }

  #field(fields: object, name: string): unknown {
    try {
      const value: unknown = Reflect.get(fields, name);
      return isCredentialField(fields, name, value, this.#names.at(-1))
        ? censored
        : this.#visitField(name, value);
    } catch {
      return unreadable;
    }
  }

  #visitField(name: string, value: unknown): unknown {
    this.#names.push(name);
    const visited = this.visit(value);
    this.#names.pop();
    return visited;
  }

  #error(error: Error): Record<string, unknown> {
    const { name, message, stack, cause } = error;
    const all: Error & Record<string, unknown> = error as never;
    const visited: Record<string, unknown> = {
      type: this.visit(name),
      message: this.visit(message),
    };
    if (stack) {
      const parts = splitStack(`${stack}`, `${message}`);
      visited.stack = parts.map(part => this.visit(part)).join('');
    }
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
  return new Redactor().visit(value);
}
