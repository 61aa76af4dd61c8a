/** Decodes nested base64 in a text: kubeconfigs are transported in base64, and responses encode them once more. */

const runs = /[A-Za-z0-9+/_-]{16,}/g;
const depth = 3;

/** A run may start with unrelated characters, such as the end of a path. */
const decoded = (run: string): string[] =>
  [0, 1, 2, 3].map(start =>
    Buffer.from(run.slice(start), 'base64').toString('latin1'),
  );

/** The text, with everything in base64 of either alphabet decoded, also nested. */
export const readable = (text: string): string => {
  let layer = [text];
  const all = [text];
  for (let level = 0; level < depth; level += 1) {
    layer = layer.flatMap(one => (one.match(runs) ?? []).flatMap(decoded));
    all.push(...layer);
  }
  return all.join('\n');
};
