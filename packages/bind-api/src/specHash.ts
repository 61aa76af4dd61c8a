/** Hash by which the backend notices that a provider CRD changed. */
import { createHash } from 'node:crypto';
import type { APIServiceExportCrdSpec } from './types/apiServiceExport';

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Bytes as one big-endian number in base 62 (`0-9a-zA-Z`), as the reference writes hashes and ids. */
export const base62 = (bytes: Uint8Array): string => {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text || '0';
};

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, member]) => member !== undefined,
  );
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  );
};

/**
 * Value of the `source-spec-hash` annotation: base62(SHA-224) of the group, names, scope and versions, independent of
 * key order. Only the backend that wrote it reads it, so it need not equal the Go backend's value for the same CRD:
 * changing backends on the same data costs one rewrite of each export.
 */
export const specHash = (spec: APIServiceExportCrdSpec): string => {
  const { group, names, scope, versions } = spec;
  const text = JSON.stringify(canonical({ group, names, scope, versions }));
  return base62(createHash('sha224').update(text).digest());
};
