/** Protobuf's `Struct`, the form in which Crossplane sends JSON objects. */

/** `google.protobuf.Value`; `kind` names the field that is set. */
export interface JsonValue {
  kind?: string;
  nullValue?: number;
  numberValue?: number;
  stringValue?: string;
  boolValue?: boolean;
  structValue?: JsonStruct;
  listValue?: { values?: JsonValue[] };
}

/** `google.protobuf.Struct`. */
export interface JsonStruct {
  fields?: Record<string, JsonValue>;
}

function toValue(value: unknown): JsonValue {
  switch (typeof value) {
    case 'number':
      return { numberValue: value };
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    default:
      if (Array.isArray(value)) {
        return { listValue: { values: value.map(toValue) } };
      }
      return value === null || value === undefined
        ? { nullValue: 0 }
        : { structValue: toStruct(value) };
  }
}

/** A JSON object as a `Struct`; fields that are undefined are left out. */
export function toStruct(object: object): JsonStruct {
  const fields = Object.entries(object).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, toValue(value)]],
  );
  return { fields: Object.fromEntries(fields) };
}

function fromValue(value: JsonValue): unknown {
  switch (value.kind) {
    case 'structValue':
      return fromStruct(value.structValue);
    case 'listValue':
      return (value.listValue?.values ?? []).map(fromValue);
    case 'numberValue':
      return value.numberValue;
    case 'stringValue':
      return value.stringValue;
    case 'boolValue':
      return value.boolValue;
    default:
      return null;
  }
}

/** A `Struct` as a JSON object. */
export function fromStruct({ fields = {} }: JsonStruct = {}): Record<
  string,
  unknown
> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, fromValue(value)]),
  );
}
