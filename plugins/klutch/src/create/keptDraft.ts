/** The draft of an order, kept in the session of the browser tab: following a link does not lose it. */
import type { ServiceDetail } from '../api/types';
import { initialDraft, type Draft } from './draft';

/** What the wizard continues with. */
export interface KeptDraft {
  draft: Draft;
  settingsValid: boolean;
  /** Presets of the URL that the draft began with. */
  preset: string;
}

const keyOf = (resource: string) => `klutch.draft.${resource}`;

/** Keeps the draft of an order; without one, forgets the draft that was kept. */
export function keepDraft(resource: string, kept?: KeptDraft): void {
  try {
    if (kept) sessionStorage.setItem(keyOf(resource), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(resource));
  } catch {
    // Browsers can refuse to store anything; the next order then begins with an empty draft.
  }
}

function readDraft(resource: string): KeptDraft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(resource));
    return text ? (JSON.parse(text) as KeptDraft) : undefined;
  } catch {
    return undefined;
  }
}

/** The kept draft with what the service still offers; presets of another link to the wizard override it. */
export function restoreDraft(
  service: ServiceDetail,
  preset: URLSearchParams,
): KeptDraft | undefined {
  const kept = readDraft(service.resource);
  if (!kept) return undefined;
  const { form, settings, ...fields } = kept.draft;
  const values = new URLSearchParams(fields);
  if (kept.preset !== preset.toString()) {
    preset.forEach((value, name) => values.set(name, value));
  }
  const draft = initialDraft(service, values);
  return { ...kept, draft: { ...draft, owner: fields.owner, form, settings } };
}
