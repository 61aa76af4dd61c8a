/** What an instance uses of its plan. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ClaimObject } from '../claimApis/claimResource';
import type { PlanFacts } from '../claimApis/crdAnnotations';

const figures = [
  'storageBytes',
  'storageLimitBytes',
  'connections',
  'connectionLimit',
] as const;

/** Powers of 1,024 and of 1,000, as Kubernetes' quantities have them. */
const suffixes = ['Ki', 'Mi', 'Gi', 'Ti', 'k', 'M', 'G', 'T'];

/** Bytes of a quantity such as `500Mi`; undefined for other texts. */
function bytesOf(quantity: string | undefined): number | undefined {
  const [, digits, suffix] =
    /^(\d+(?:\.\d+)?)([KMGT]i|[kMGT])?$/.exec(quantity ?? '') ?? [];
  if (!digits) return undefined;
  if (!suffix) return Number(digits);
  const index = suffixes.indexOf(suffix);
  return Number(digits) * (index < 4 ? 1024 : 1000) ** ((index % 4) + 1);
}

/**
 * Whether the figures were measured while the instance had another plan: their limit is that of another plan. A service
 * whose limits differ slightly from those of all plans is believed.
 */
function isOfOtherPlan(
  storageLimit: unknown,
  plan: string | undefined,
  plans: Record<string, PlanFacts>,
): boolean {
  const storageOf = (name: string) => bytesOf(plans[name]?.storage);
  const present = storageOf(plan ?? '');
  return (
    present !== undefined &&
    typeof storageLimit === 'number' &&
    present !== storageLimit &&
    Object.keys(plans).some(name => storageOf(name) === storageLimit)
  );
}

/**
 * What an instance uses, as far as its service reports it; nothing from a change of the plan until the next
 * measurement.
 */
export function usageOf(
  { spec, status }: ClaimObject,
  plans: Record<string, PlanFacts>,
): Pick<Schemas['ClaimDetail'], 'usage'> {
  const reported = status?.managed?.usage ?? {};
  if (isOfOtherPlan(reported.storageLimitBytes, spec?.plan, plans)) return {};
  const usage = figures.flatMap(name => {
    const value = reported[name];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  return usage.length > 0 ? { usage: Object.fromEntries(usage) } : {};
}
