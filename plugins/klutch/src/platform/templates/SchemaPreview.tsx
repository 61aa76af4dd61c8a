/** The fields of an API, searchable; read when the disclosure is opened. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useId, useState } from 'react';
import { useT } from '../../hooks/useT';
import { PagedTable } from '../../shared/PagedTable';
import { QueryState } from '../../shared/QueryState';
import { schemaFields } from './schemaFields';
import { useApiDetail } from './templateQueries';

function Fields({ versions }: Schemas['ApiDetail']) {
  const t = useT();
  const id = useId();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(
    () => versions.find(({ storage }) => storage)?.name ?? versions[0]?.name,
  );
  const version = versions.find(({ name }) => name === chosen);
  const wanted = search.trim().toLowerCase();
  const rows = schemaFields(version?.schema ?? {}).filter(
    ({ description, path }) =>
      `${path} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {versions.length > 1 && (
        <TextField
          select
          id={`${id}-version`}
          label={t('templates.form.versions')}
          value={chosen}
          onChange={event => setChosen(event.target.value)}
          margin="dense"
          size="small"
        >
          {versions.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        id={`${id}-search`}
        type="search"
        label={t('templates.form.schemaSearch')}
        value={search}
        onChange={event => setSearch(event.target.value)}
        margin="dense"
        size="small"
        fullWidth
      />
      <PagedTable
        key={`${chosen} ${wanted}`}
        size="small"
        label={t('templates.form.schema')}
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          {
            id: 'field',
            title: t('templates.form.field'),
            render: ({ path }) => <code>{path}</code>,
          },
          {
            id: 'type',
            title: t('templates.form.fieldType'),
            render: ({ isRequired, type }) =>
              isRequired
                ? `${type}, ${t('templates.form.fieldRequired')}`
                : type,
          },
          {
            id: 'text',
            title: t('templates.form.fieldText'),
            render: ({ description }) => (
              <Typography variant="body2">{description}</Typography>
            ),
          },
        ]}
      />
    </>
  );
}

export function SchemaPreview({ resource }: { resource: string }) {
  const t = useT();
  const detail = useApiDetail(resource);
  return (
    <QueryState query={detail} label={t('templates.form.schemaWhat')}>
      {api => <Fields {...api} />}
    </QueryState>
  );
}
