/** The draft of an order, kept in the session of the browser tab: following a link does not lose it. */
import type { ServiceDetail } from '../api/types';
import { backendsOf, compositionIn } from '../plans/compositions';
import { initialDraft, type Draft } from './draft';

/** What the wizard continues with. */
export interface KeptDraft {
  draft: Draft;
  settingsValid: boolean;
  /** Presets of the URL that the draft began with. */
  preset: string;
}

/** Whose draft, and of which API. */
export interface DraftKey {
  /** Entity ref of the user; somebody else may sign in in the same tab. */
  user: string;
  resource: string;
}

const nameOf = ({ user, resource }: DraftKey) =>
  `klutch.draft.${user}.${resource}`;

/** Keeps the draft of an order; without one, forgets the draft that was kept. */
export function keepDraft(key: DraftKey, kept?: KeptDraft): void {
  try {
    if (kept) sessionStorage.setItem(nameOf(key), JSON.stringify(kept));
    else sessionStorage.removeItem(nameOf(key));
  } catch {
    // Browsers can refuse to store anything; the next order then begins with an empty draft.
  }
}

/** Forgets the draft of an instance; one of another name may have been begun meanwhile. */
export function forgetDraft(key: DraftKey, name: string): void {
  if (readDraft(key)?.draft.name === name) keepDraft(key);
}

function readDraft(key: DraftKey): KeptDraft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null');
    // An earlier version of the portal may have kept something else.
    return kept?.draft?.settings ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The draft of an earlier version of the portal, whose settings named the backend. */
function withBackendField(service: ServiceDetail, draft: Draft): Draft {
  const named = compositionIn(draft.settings);
  if (!named || backendsOf(service).length === 0) return draft;
  const { compositionRef: _, ...settings } = draft.settings;
  const { compositionRef: __, ...form } = draft.form;
  return { ...draft, composition: named, settings, form };
}

/** The kept draft with what the service still offers; presets of another link to the wizard override it. */
export function restoreDraft(
  user: string,
  service: ServiceDetail,
  preset: URLSearchParams,
): KeptDraft | undefined {
  const kept = readDraft({ user, resource: service.resource });
  if (!kept) return undefined;
  const { form, settings, ...fields } = withBackendField(service, kept.draft);
  const values = new URLSearchParams(fields);
  if (kept.preset !== preset.toString()) {
    preset.forEach((value, name) => values.set(name, value));
  }
  const draft = initialDraft(service, values, settings);
  return { ...kept, draft: { ...draft, owner: fields.owner, form } };
}
