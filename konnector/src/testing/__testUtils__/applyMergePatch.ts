import { isJsonObject } from '../../json/projection';

const merged = (target: unknown, patch: unknown): unknown => {
  if (!isJsonObject(patch)) return patch;
  const result = { ...(isJsonObject(target) ? target : {}) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
};

/** The object after a JSON merge patch (RFC 7386), as in API servers. */
export const applyMergePatch = <T extends object>(object: T, patch: object) =>
  merged(object, patch) as T;
