// The resource that the fault-injecting API server serves.
import { defineResource } from '../resources';
import { KubeObject } from '../types';

/** An object with a text. */
export type Note = KubeObject & { text?: string };

/** The resource of notes. */
export const notes = defineResource<Note>({
  group: 'testing.example',
  version: 'v1',
  plural: 'notes',
  kind: 'Note',
  namespaced: false,
});
