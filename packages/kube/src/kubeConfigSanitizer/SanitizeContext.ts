// What the parts of taking in one kubeconfig share.
import { KubeConfigPolicy } from './KubeConfigPolicy';

/** Something about a kubeconfig that was taken in which its owner should know. */
export interface KubeConfigWarning {
  /** What it is about: credentials that end within a week or are not valid yet, or a server that is not checked. */
  reason: 'ends-soon' | 'not-yet-valid' | 'insecure-tls';
  /** Where: a path such as `user.token`. */
  field: string;
  /** In words, with what to do; does not quote the file, except for dates. */
  message: string;
}

/** The taking in of one kubeconfig. */
export interface SanitizeContext {
  policy: KubeConfigPolicy;
  /** Against which the ends of credentials are held. */
  now: Date;
  warnings: KubeConfigWarning[];
}
