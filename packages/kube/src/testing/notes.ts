// The resource that the fault-injecting API server serves.
import { defineResource } from '../resources';
import { KubeObject } from '../types';

export type Note = KubeObject & { text?: string };

export const notes = defineResource<Note>({
  group: 'testing.example',
  version: 'v1',
  plural: 'notes',
  kind: 'Note',
  namespaced: false,
});
