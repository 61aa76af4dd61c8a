// File names in a kubeconfig.
import { isAbsolute, resolve } from 'node:path';
import { has, Section, text } from './fields';
import { KubeConfigPolicy } from './KubeConfigPolicy';
import { howToCopy, refuse } from './refuse';

/** An absolute path, independent of the working directory; undefined when a relative path has no base directory. */
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
 * @param what - what the file holds, for the message
 * @throws KubeconfigRefusedError when the policy allows no files, or a relative name has no base directory
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
      `It names a file with ${what}, but files on your machine cannot be read here. ${howToCopy}`,
    );
  }
  return (
    absolutePath(text(section, name) ?? '', policy) ??
    refuse(
      'file',
      field,
      `It names a file with ${what} by a relative path. Use an absolute path.`,
    )
  );
}
