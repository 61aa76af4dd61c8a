// Fields of a kubeconfig that name files.
import { isAbsolute, resolve } from 'node:path';
import { has, Section, text } from './fields';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { howToCopy, refuse } from './refuse';

/** A path that does not depend on where this process runs; undefined when nothing tells where it starts from. */
export function absolutePath(
  path: string,
  { directory }: KubeConfigPolicy,
): string | undefined {
  if (directory !== undefined) return resolve(directory, path);
  return isAbsolute(path) ? path : undefined;
}

/**
 * The absolute name of a file; undefined when the field is absent.
 *
 * @param what - what the file holds, in words
 * @throws KubeconfigRefusedError when the policy allows no files, or nothing tells where a relative name starts from
 */
export function fileOf(
  section: Section,
  name: string,
  what: string,
  policy: KubeConfigPolicy,
): string | undefined {
  if (!has(section, name)) return undefined;
  const field = `${section.path}.${name}`;
  if (policy.files !== 'allow') {
    return refuse(
      'file',
      field,
      `It names a file with ${what}, but files stay on your machine. ${howToCopy}`,
    );
  }
  return (
    absolutePath(text(section, name) ?? '', policy) ??
    refuse(
      'file',
      field,
      `It names a file with ${what} by a relative path. Write the whole path.`,
    )
  );
}
