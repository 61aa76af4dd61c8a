import { databasesTemplate } from '../testing/samples';
import { policyAnnotations } from '../backendNames';
import {
  audienceAnnotationNames,
  audienceAnnotations,
  templateAudience,
  type TemplateAudience,
} from './templateAudience';

const annotated = (annotations: Record<string, string>) => {
  const template = databasesTemplate([]);
  return { ...template, metadata: { ...template.metadata, annotations } };
};

it.each<[string, TemplateAudience]>([
  ['the default', {}],
  ['nobody', { groups: [] }],
  ['groups and people', { groups: ['a', 'b'], users: ['c'] }],
  ['issuers alone', { issuers: ['https://a.test', 'klutch-portal'] }],
  ['issuers and people', { users: ['c'], issuers: ['https://a.test'] }],
  ['namespaces', { issuers: ['https://a.test'], namespaces: ['*'] }],
])('is read as it was written: %s', (_, audience) => {
  const annotations = audienceAnnotations(audience);
  expect(templateAudience(annotated(annotations))).toEqual(audience);
  for (const name of Object.keys(annotations)) {
    expect(audienceAnnotationNames).toContain(name);
  }
});

it('is nobody for backends that do not know issuers', () => {
  const annotations = audienceAnnotations({ issuers: ['https://a.test'] });
  expect(annotations[policyAnnotations.groups]).toBe('');
});
