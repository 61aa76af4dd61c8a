/** Names for backups and restores that a template does not name. Pure function. */

const maxLength = 63;

/** `orders-db-20260131-142305`, in UTC, within the length limit of names. */
export function timestampedName(start: string, at: Date): string {
  const end = at.toISOString().replace(/[-:]/g, '').slice(0, 15);
  const time = end.replace('T', '-');
  const kept = start.slice(0, maxLength - time.length - 1).replace(/-+$/, '');
  return `${kept}-${time}`;
}
