/** Why a kubeconfig is refused, with the reason by which pages translate it. */
import { explain } from '@klutch/backstage-plugin-klutch-common';
import type { KubeconfigRefusal, KubeconfigRefusedError } from '@klutch/kube';

type PascalCase<KebabCase extends string> =
  KebabCase extends `${infer First}-${infer Rest}`
    ? `${Capitalize<First>}${PascalCase<Rest>}`
    : Capitalize<KebabCase>;

const toPascalCase = <T extends KubeconfigRefusal>(reason: T) =>
  reason.replace(/(?:^|-)(.)/g, (_, first: string) =>
    first.toUpperCase(),
  ) as PascalCase<T>;

/** The whole sentences of the policy, and their reason. */
export const kubeconfigRefusal = ({
  reason,
  explanation,
}: KubeconfigRefusedError) =>
  explain(`KubeconfigRefused${toPascalCase(reason)}`, {
    sentence: explanation,
  });
