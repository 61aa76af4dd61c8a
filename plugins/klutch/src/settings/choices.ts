/** The `oneOf` or `anyOf` of an object's schema, as a choice between groups of the object's fields. Pure functions. */
import { isNode, type Node } from './node';

/** One group of fields that belong together. */
export interface Alternative {
  /** Fields that only some alternatives have, or that differ between them. */
  fields: string[];
  /** The fields that must be set, also of those that every alternative has. */
  required: string[];
  /** What the alternative adds to the schemas of its fields, by name. */
  additions: Node;
}

export interface Choice {
  alternatives: Alternative[];
  /** Several alternatives may hold at a time. */
  several: boolean;
}

const namesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((name): name is string => typeof name === 'string')
    : [];

const nodeAt = (node: Node, key: string): Node => {
  const value = node[key];
  return isNode(value) ? value : {};
};

/** The schema with what an alternative adds to it. */
export function withAdditions(node: Node, additions: unknown): Node {
  if (!isNode(additions)) return node;
  const properties = nodeAt(node, 'properties');
  const added = nodeAt(additions, 'properties');
  const required = [...namesOf(node.required), ...namesOf(additions.required)];
  return {
    ...node,
    ...additions,
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(isNode(node.properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, child]) => [
          key,
          isNode(child) ? withAdditions(child, added[key]) : child,
        ]),
      ),
    }),
  };
}

/**
 * The choice that an object's schema asks for; undefined without one, and for schemas whose alternatives do not differ
 * in fields: the app cluster's check decides about those.
 */
export function choiceOf(node: Node): Choice | undefined {
  const several = !Array.isArray(node.oneOf);
  const options = several ? node.anyOf : node.oneOf;
  if (!Array.isArray(options) || !options.every(isNode)) return undefined;
  const known = nodeAt(node, 'properties');
  const mentioned = options.map(option => {
    const additions = nodeAt(option, 'properties');
    const required = namesOf(option.required);
    const names = new Set([...required, ...Object.keys(additions)]);
    return { names: [...names], required, additions };
  });
  if (mentioned.some(({ names }) => names.some(name => !isNode(known[name])))) {
    return undefined;
  }
  const isCommon = (name: string) =>
    mentioned.every(
      ({ names, additions }) =>
        names.includes(name) && Object.keys(nodeAt(additions, name)).length < 1,
    );
  const alternatives = mentioned.map(({ names, required, additions }) => ({
    fields: names.filter(name => !isCommon(name)),
    required,
    additions,
  }));
  return alternatives.some(({ fields }) => fields.length > 0)
    ? { alternatives, several }
    : undefined;
}

/** The alternatives as a form offers them: with one for all fields, where several may hold at a time. */
export function offeredAlternatives({
  alternatives,
  several,
}: Choice): Alternative[] {
  const all = [...new Set(alternatives.flatMap(({ fields }) => fields))];
  const isOffered = alternatives.some(
    ({ fields }) => fields.length === all.length,
  );
  return several && !isOffered
    ? [...alternatives, { fields: all, required: [], additions: {} }]
    : alternatives;
}

/** Whether the values satisfy an alternative, apart from limits of single fields. */
export const isSatisfied = (value: Node, { required }: Alternative): boolean =>
  required.every(name => value[name] !== undefined);
