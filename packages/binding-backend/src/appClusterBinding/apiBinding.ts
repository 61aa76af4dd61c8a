/** The APIServiceBinding of one API of an AppClusterBinding: its creation and its updates; pure. */
import {
  bindResources,
  names,
  type APIServiceBinding,
  type APIServiceExport,
  type AppClusterBinding,
} from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import {
  answerApiClaims,
  claimAnnotationChanges,
  claimAnnotations,
} from './apiClaims';
import {
  appClusterLabels,
  isMadeFor,
} from '../identity/appClusterBindingIdentity';

/** The APIServiceBinding of one API in the cluster namespace. */
export const newBinding = (
  binding: AppClusterBinding,
  namespace: string,
  apiExport: APIServiceExport,
): APIServiceBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  metadata: {
    name: apiExport.metadata.name ?? '',
    namespace,
    labels: appClusterLabels(binding),
    annotations: claimAnnotations(binding),
  },
  spec: {
    kubeconfigSecretRef: {
      name: names.kubeconfigSecret,
      key: names.kubeconfigKey,
      namespace,
    },
    permissionClaims: answerApiClaims(
      binding,
      apiExport.spec.permissionClaims ?? [],
      [],
    ),
  },
});

/** A merge patch to the desired claim decisions and labels; undefined when nothing differs. */
export const bindingPatch = (
  binding: AppClusterBinding,
  apiExport: APIServiceExport,
  current: APIServiceBinding,
): object | undefined => {
  const answers = current.spec?.permissionClaims ?? [];
  const wanted = answerApiClaims(
    binding,
    apiExport.spec.permissionClaims ?? [],
    answers,
  );
  const annotations = claimAnnotationChanges(binding, current);
  const unlabelled = !isMadeFor(binding, current);
  const unanswered = !equal(wanted, answers);
  if (!unlabelled && !unanswered && Object.keys(annotations).length === 0) {
    return undefined;
  }
  return {
    metadata: {
      annotations,
      ...(unlabelled && { labels: appClusterLabels(binding) }),
    },
    ...(unanswered && { spec: { permissionClaims: wanted } }),
  };
};
