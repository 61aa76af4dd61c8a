// Redacts values for logs: same shape, without credentials, and limited in size.
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

/** Size limits of one value, so that a list that is logged by mistake costs little. */
const limits = {
  depth: 8,
  /** Items per array, fields per object. */
  items: 100,
  /** Objects in total. */
  objects: 2_000,
  /** Characters of all strings in total. */
  characters: 131_072,
};

/**
 * Fields of errors that are logged besides message, stack and causes. Other fields may hold a request or a response.
 */
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

/** Includes errors of another realm, which are no instances of this realm's `Error`. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || types.isNativeError(value);

const unreadable = '[cannot be read]';

/** One traversal of a value. */
class Redactor {
  readonly #above = new Set<object>();
  /** Names of the enclosing fields. */
  readonly #names: string[] = [];
  #objectsLeft = limits.objects;
  #charactersLeft = limits.characters;

  /** Never throws: a part that cannot be read is replaced by a note, and the rest is kept. */
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

  /** JSON inside a string is parsed, because field names detect more credentials than the text alone. */
  #text(text: string): string {
    this.#charactersLeft -= Math.min(text.length, maxTextLength);
    if (this.#charactersLeft < 0) return '[too much]';
    if (/^\s*[{[]/.test(text) && text.length <= maxTextLength) {
      try {
        return JSON.stringify(this.visit(JSON.parse(text)));
      } catch {
        // Not JSON after all.
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
 * A copy of a value for logs: credentials, recognized by field names at any depth and by their form in strings, are
 * replaced by `[redacted]`. Errors keep message, code, stack and causes only; bytes are replaced by their number;
 * deep, circular or long values are cut. Never throws.
 */
export function redact(value: unknown): unknown {
  return new Redactor().visit(value);
}
