// Redacts lines that start with the name of a credential, as in YAML and HTTP, and the following lines that belong to
// the value.
import { censored } from './censored';
import { NameMatch, matchField } from './credentialFields';
import { isCount } from './secretNames';
import { isSecretReference } from './secretReference';
import { fieldErrorPrefix } from './fieldErrorPrefix';

/** Line ends, including escaped ones in JSON. */
const breaks = /(\r\n|[\r\n]|(?:\\{1,4}r)?\\{1,4}n)/;

/** Prefixes of a line in diffs, lists and quotations. */
const margin = /^(?:[\s+>|]|- +)*/;

/** A name with a value after it, or without one. */
const label = /(?<![\w.-])(["']?)([\w.-]+)\1[ \t]*:(?=[ \t]|$)/g;

/** A value in the following, indented lines: after an anchor or a tag, before a comment. */
const continuesBelow =
  /^(?:[&!]\S*(?:\s+|$)){0,2}(?:[|>][^#]*|[{[]\s*)?(?:#.*)?$/;

const harmlessValue = new RegExp(
  `^(?:${fieldErrorPrefix}|(?:true|false|null|undefined|none)(?![^\\s,]))`,
  'i',
);

/** Fields in one column, of one object as far as the text shows. */
interface Level {
  column: number;
  name: string;
  fields: Record<string, string>;
}

/** The fields above a line, and those beside it. */
class Levels {
  #levels: Level[] = [];

  /** Enters a field; returns all its matches. */
  enter(
    column: number,
    name: string,
    value: string,
    isItem: boolean,
  ): NameMatch[] {
    while ((this.#levels.at(-1)?.column ?? -1) > column) this.#levels.pop();
    const last = this.#levels.at(-1);
    const isBeside = last?.column === column;
    if (isBeside) this.#levels.pop();
    const fields = last && isBeside && !isItem ? last.fields : {};
    const above = this.#levels.at(-1)?.name;
    const matches = matchField(fields, name, above);
    fields[name] = value
      .replace(/\s#[^]*/, '')
      .trim()
      .replace(/^["']|["']$/g, '');
    this.#levels.push({ column, name, fields });
    return matches;
  }
}

const isHidden = ({ name, meaning }: NameMatch, value: string): boolean =>
  meaning === 'container'
    ? continuesBelow.test(value)
    : !harmlessValue.test(value) &&
      !(isCount(name) && /^\d+(?![^\s,])/.test(value)) &&
      !(meaning === 'secret' && isSecretReference(value));

/** The column of a name whose value is hidden, and the start of that value in the line. */
interface Hidden {
  column: number;
  from: number;
}

const indentOf = (line: string) => line.search(/[^\s+>|]|$/);

/** The first hidden value of a line. */
function hiddenIn(
  line: string,
  levels: Levels,
  hasLinesBelow: boolean,
): Hidden | undefined {
  const before = margin.exec(line)?.[0] ?? '';
  let above: string | undefined;
  for (const { index, 0: found, 2: name = '' } of line.matchAll(label)) {
    const from = index + found.length;
    const value = line.slice(from).trim();
    const isFirst = index === before.length;
    const matches = isFirst
      ? levels.enter(index, name, value, before.includes('-'))
      : matchField({}, name, above);
    // In other texts the end of a value is unknown, unless the value is in the following lines.
    const isWhole =
      isFirst ||
      line.startsWith(': ', index - 2) ||
      (hasLinesBelow && continuesBelow.test(value));
    if (isWhole && matches.some(match => isHidden(match, value))) {
      return { column: isFirst ? index : indentOf(line), from };
    }
    above = name;
  }
  return undefined;
}

/** Whether a line belongs to the value of a name in this column. */
function isBelow(column: number, line: string): boolean {
  const indent = indentOf(line);
  return (
    indent > column ||
    indent === line.length ||
    line.startsWith('#', indent) ||
    (indent === column && line.startsWith('- ', indent))
  );
}

/**
 * The text without the values of lines that start with a credential's name, including the following lines of those
 * values.
 */
export function redactLines(text: string): string {
  // Every second part is a line end.
  const parts = text.split(breaks);
  const kept: string[] = [];
  const levels = new Levels();
  let hidden: Hidden | undefined;
  for (let i = 0; i < parts.length; i += 2) {
    const line = parts[i] ?? '';
    if (!hidden || !isBelow(hidden.column, line)) {
      const next = parts[i + 2];
      const hasLinesBelow =
        next !== undefined && indentOf(next) > indentOf(line);
      hidden = hiddenIn(line, levels, hasLinesBelow);
      kept.push(
        parts[i - 1] ?? '',
        hidden ? `${line.slice(0, hidden.from)} ${censored}` : line,
      );
    }
  }
  return kept.join('');
}
