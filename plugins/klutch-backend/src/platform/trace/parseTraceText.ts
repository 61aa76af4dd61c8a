/** Reads what somebody knows of a claim: an address, or names separated by slashes or spaces. Pure functions. */
import { isObjectName } from '../../claims/validateNames';

/** The names that a text contains; absent ones are unknown. */
export interface TraceQuery {
  /** Id or cluster namespace of the app cluster. */
  cluster?: string;
  /** On the app cluster or on the control plane. */
  namespace?: string;
  /** Kind or plural, with or without the API group, in lower case. */
  kind?: string;
  name: string;
}

/** The names after `instances` in the address of a page of the portal; the app chooses what is before. */
const pagePath = /\/instances\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Not valid as a name either.
  }
}

function partsOf(text: string): string[] {
  const page = pagePath.exec(text);
  return page ? page.slice(1).map(decoded) : text.split(/[\s/]+/);
}

/**
 * The names in a text: the address of an instance's page, or `<app cluster>/<namespace>/<kind>/<name>` without the
 * first ones that are not known.
 *
 * @returns undefined when the text has other parts, or one that no object can have as its name
 */
export function parseTraceText(text: string): TraceQuery | undefined {
  const parts = partsOf(text).filter(part => part !== '');
  const [name, kindAsWritten, namespace, cluster, ...others] = [
    ...parts,
  ].reverse();
  if (name === undefined || others.length > 0) return undefined;
  const kind = kindAsWritten?.toLowerCase();
  const names = [name, kind, namespace, cluster];
  if (!names.every(one => one === undefined || isObjectName(one))) {
    return undefined;
  }
  return {
    ...(cluster !== undefined && { cluster }),
    ...(namespace !== undefined && { namespace }),
    ...(kind !== undefined && { kind }),
    name,
  };
}
