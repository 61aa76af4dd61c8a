import type { APIServiceExportTemplate } from '@klutch/bind-api';
import {
  configMapsClaim,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { audienceAnnotations } from './templateAudience';
import {
  historyAnnotation,
  historyWith,
  templateRevisions,
  templateState,
} from './templateHistory';

const at = '2026-01-01T00:00:00Z';

/** The template with this history, as it is after a change in the portal. */
const recorded = (
  template: APIServiceExportTemplate,
  before: APIServiceExportTemplate | undefined,
  by: string,
): APIServiceExportTemplate => ({
  ...template,
  metadata: {
    ...template.metadata,
    annotations: {
      ...template.metadata.annotations,
      [historyAnnotation]: historyWith(before, templateState(template), {
        at,
        by,
        manager: 'klutch-portal',
      }),
    },
  },
});

const restricted = (template: APIServiceExportTemplate) => ({
  ...template,
  metadata: {
    ...template.metadata,
    annotations: {
      ...template.metadata.annotations,
      ...audienceAnnotations({
        groups: ['a', 'b'],
        issuers: ['https://a.test'],
      }),
    },
  },
});

it('numbers the states of a template, with claims, audience and who wrote them', () => {
  const first = recorded(databasesTemplate([secretsClaim]), undefined, 'oscar');
  const second = recorded(
    restricted({ ...first, spec: databasesTemplate([configMapsClaim]).spec }),
    first,
    'olga',
  );
  expect(templateRevisions(second)).toEqual([
    {
      revision: 1,
      at,
      by: 'oscar',
      manager: 'klutch-portal',
      claims: [secretsClaim],
      audience: {},
      recorded: true,
    },
    {
      revision: 2,
      at,
      by: 'olga',
      manager: 'klutch-portal',
      claims: [configMapsClaim],
      audience: { groups: ['a', 'b'], issuers: ['https://a.test'] },
      recorded: true,
    },
  ]);
});

it('records issuers in such a way that backends which do not know them open the API to nobody', () => {
  const ofIssuer = databasesTemplate([]);
  const first = recorded(
    {
      ...ofIssuer,
      metadata: {
        ...ofIssuer.metadata,
        annotations: audienceAnnotations({ issuers: ['https://a.test'] }),
      },
    },
    undefined,
    'oscar',
  );
  const text = first.metadata.annotations?.[historyAnnotation] ?? '';
  expect(JSON.parse(text)).toMatchObject([
    { audience: { groups: [], issuers: ['https://a.test'] } },
  ]);
  expect(templateRevisions(first)).toMatchObject([
    { audience: { issuers: ['https://a.test'] }, recorded: true },
  ]);
  expect(templateRevisions(first)[0]?.audience).not.toHaveProperty('groups');
});

it('shows a change by kubectl with its program, and keeps it when the portal writes next', () => {
  const first = recorded(databasesTemplate([secretsClaim]), undefined, 'oscar');
  const edited: APIServiceExportTemplate = {
    ...first,
    metadata: {
      ...first.metadata,
      managedFields: [
        {
          manager: 'klutch-portal',
          time: at,
          fieldsV1: { 'f:spec': { 'f:permissionClaims': {} } },
        },
        {
          manager: 'kubectl-edit',
          time: at,
          fieldsV1: { 'f:spec': { 'f:permissionClaims': {} } },
        },
        {
          manager: 'labeller',
          time: '2026-01-03T00:00:00Z',
          fieldsV1: { 'f:metadata': { 'f:labels': {} } },
        },
      ],
    },
    spec: databasesTemplate([]).spec,
  };
  const outside = {
    revision: 2,
    at,
    manager: 'kubectl-edit',
    claims: [],
    audience: {},
  };
  expect(templateRevisions(edited).at(-1)).toEqual({
    ...outside,
    recorded: false,
  });
  const restored = recorded(databasesTemplate([secretsClaim]), edited, 'oscar');
  expect(templateRevisions(restored).slice(1)).toEqual([
    { ...outside, recorded: true },
    expect.objectContaining({ revision: 3, claims: [secretsClaim] }),
  ]);
});

it('names no program for a change that only removed fields', () => {
  const first = recorded(databasesTemplate([secretsClaim]), undefined, 'oscar');
  const owner = { time: at, fieldsV1: { 'f:spec': {} } };
  const managedFields = [
    { ...owner, manager: 'kubectl-create', time: '2025-01-01T00:00:00Z' },
    { ...owner, manager: 'klutch-portal' },
  ];
  const emptied = {
    ...first,
    metadata: { ...first.metadata, managedFields },
    spec: databasesTemplate([]).spec,
  };
  expect(templateRevisions(emptied).at(-1)).toEqual({
    revision: 2,
    claims: [],
    audience: {},
    recorded: false,
  });
});

it('keeps ten revisions, and survives a damaged annotation', () => {
  let template = recorded(databasesTemplate([]), undefined, 'oscar');
  for (let count = 2; count <= 12; count += 1) {
    const claims = count % 2 ? [] : [secretsClaim];
    template = recorded(databasesTemplate(claims), template, 'oscar');
  }
  expect(templateRevisions(template).map(({ revision }) => revision)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  for (const damaged of ['{', '[{"revision":0}]', 'null']) {
    const { metadata } = template;
    const annotations = { [historyAnnotation]: damaged };
    expect(
      templateRevisions({
        ...template,
        metadata: { ...metadata, annotations },
      }),
    ).toEqual([expect.objectContaining({ revision: 1, recorded: false })]);
  }
});
