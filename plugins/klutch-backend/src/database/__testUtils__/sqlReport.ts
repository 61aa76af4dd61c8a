/** Describes the tables of the plugin on PostgreSQL, in the form of Backstage's SQL reports. */
import type { Knex } from 'knex';

interface Column {
  table: string;
  name: string;
  type: string;
  is_nullable: 'YES' | 'NO';
  max_length: number | null;
  default_value: string | null;
}

interface Index {
  table: string;
  name: string;
  columns: string[];
  is_unique: boolean;
  is_primary: boolean;
}

const code = (text: string) => `\`${text}\``;

const columnsOf = (knex: Knex): Promise<{ rows: Column[] }> =>
  knex.raw(
    `select table_name as table, column_name as name, data_type as type, is_nullable,
            character_maximum_length as max_length, column_default as default_value
       from information_schema.columns
      where table_schema = current_schema() and table_name like 'klutch%'
      order by table_name, column_name`,
  );

const indexesOf = (knex: Knex): Promise<{ rows: Index[] }> =>
  knex.raw(
    `select t.relname as table, i.relname as name, x.indisunique as is_unique, x.indisprimary as is_primary,
            array_agg(a.attname::text order by k.position) as columns
       from pg_index x
       join pg_class t on t.oid = x.indrelid
       join pg_class i on i.oid = x.indexrelid
       join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
       join unnest(x.indkey) with ordinality k(number, position) on true
       join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
      where t.relname like 'klutch%'
      group by 1, 2, 3, 4
      order by 1, 2`,
  );

const columnRow = (column: Column): string =>
  `| ${[
    code(column.name),
    code(column.type),
    String(column.is_nullable === 'YES'),
    column.max_length ?? '-',
    column.default_value === null ? '-' : code(column.default_value),
  ].join(' | ')} |`;

const indexLine = (index: Index): string =>
  [
    `- ${code(index.name)} (${index.columns.map(code).join(', ')})`,
    ...(index.is_unique ? ['unique'] : []),
    ...(index.is_primary ? ['primary'] : []),
  ].join(' ');

/** The tables that the plugin has made, and their indices, as Markdown. */
export async function sqlReport(knex: Knex): Promise<string> {
  const columns = (await columnsOf(knex)).rows;
  const indexes = (await indexesOf(knex)).rows;
  const tables = [...new Set(columns.map(({ table }) => table))];
  const sections = tables.map(table =>
    [
      `## Table ${code(table)}`,
      [
        '| Column | Type | Nullable | Max Length | Default |',
        '| --- | --- | --- | --- | --- |',
        ...columns.filter(column => column.table === table).map(columnRow),
      ].join('\n'),
      '### Indices',
      indexes
        .filter(index => index.table === table)
        .map(indexLine)
        .join('\n'),
    ].join('\n\n'),
  );
  return `${['## SQL Report file for "@klutch/backstage-plugin-klutch-backend"', ...sections].join('\n\n')}\n`;
}
