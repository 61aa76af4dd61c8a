// Shared state while one kubeconfig is sanitized.
import { KubeConfigPolicy } from './KubeConfigPolicy';

/** A warning about an accepted kubeconfig, for its owner. */
export interface KubeConfigWarning {
  /** Credentials that expire within a week or are not valid yet, or a server whose certificate is not verified. */
  reason: 'ends-soon' | 'not-yet-valid' | 'insecure-tls';
  /** Path of the field, such as `user.token`. */
  field: string;
  /** What is wrong and what to do; quotes nothing but dates from the file. */
  message: string;
}

/** The sanitizing of one kubeconfig. */
export interface SanitizeContext {
  policy: KubeConfigPolicy;
  /** Present time, for checking the validity of credentials. */
  now: Date;
  warnings: KubeConfigWarning[];
}
