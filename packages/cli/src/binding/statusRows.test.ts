import type { APIServiceBinding, APIServiceExport } from '@klutch/bind-api';
import { tableText } from '../output/table';
import { statusRows } from './statusRows';

const now = new Date('2026-01-10T00:00:00Z');
const condition = (type: string, status: 'True' | 'False', message = '') => ({
  type,
  status,
  message,
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const binding = (deletionTimestamp?: string): APIServiceBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: {
    name: 'databases.example.test',
    creationTimestamp: '2026-01-09T00:00:00Z',
    deletionTimestamp,
  },
  status: {
    conditions: [
      condition('Ready', 'False'),
      condition('Heartbeating', 'False', 'The control plane does not answer.'),
    ],
  },
});
const exported = {
  metadata: { name: 'databases.example.test' },
  status: {
    conditions: [
      condition('Ready', 'False'),
      condition('ProviderInSync', 'False', 'The CRD cannot be converted.'),
      { ...condition('ConsumerInSync', 'False', 'Usual.'), severity: 'Info' },
    ],
  },
} as APIServiceExport;

const table = (
  exports = new Map<string, APIServiceExport | undefined>(),
  deletionTimestamp?: string,
) =>
  tableText(
    statusRows([binding(deletionTimestamp)], { exports, wide: false }, now),
  );
const name = 'databases.example.test';

it('shows the export of a binding with its problems', () => {
  const text = table(new Map([[name, exported]]));
  expect(text).toMatch(/HEARTBEATING +EXPORT +AGE/);
  expect(text).toMatch(/ False +False +False +24h/);
  expect(text).toContain(
    'Heartbeating: The control plane does not answer.; export ProviderInSync: The CRD cannot be converted.\n',
  );
});

it('shows which exports are missing, or could not be read', () => {
  expect(table(new Map([[name, undefined]]))).toContain('<missing>');
  expect(table()).toMatch(/False +<unknown>/);
});

it('shows the problems of a binding that is being unbound', () => {
  expect(table(undefined, '2026-01-09T12:00:00Z')).toContain(
    'being unbound; Heartbeating: The control plane does not answer.',
  );
});
