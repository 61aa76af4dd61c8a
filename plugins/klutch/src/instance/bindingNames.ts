/** Names proposed for service bindings. Pure functions. */
import { joinClaimName } from '@klutch/backstage-plugin-klutch-common';

/** Shorter than all names that this one leads to: those have room for a number within the limit. */
const COMMON_START = 50;

/** What to search for, to know which of the names after this one are taken. */
export const searchForNames = (name: string): string =>
  name.replace(/-\d+$/, '').slice(0, COMMON_START);

/** The first free name of `orders-db-app`, `orders-db-app-2`, … */
export function suggestName(
  instance: string,
  taken: readonly string[],
): string {
  let name = joinClaimName(instance, 'app');
  for (let n = 2; taken.includes(name); n += 1) {
    name = joinClaimName(instance, `app-${n}`);
  }
  return name;
}

/** The first free name after `web`, `web-2`, …: `web-2`, `web-3`, … */
export function nextName(name: string, taken: readonly string[]): string {
  const [, start = name, number] = /^(.+)-(\d+)$/.exec(name) ?? [];
  let n = Number(number ?? 1) + 1;
  while (taken.includes(joinClaimName(start, String(n)))) n += 1;
  return joinClaimName(start, String(n));
}
