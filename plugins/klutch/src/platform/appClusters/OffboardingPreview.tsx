/** What an offboarding deletes, in people's words: services and namespaces of the app cluster. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useT, type T } from '../../hooks/useT';
import { Notice } from '../../shared/Notice';
import { explanationText } from '../../shared/explanationText';

type Preview = Schemas['Offboarding'];
type Namespace = Preview['namespaces'][number];

/** Secrets and other objects that come with the services are not named: they go with them. */
function contentsOf({ objects }: Namespace, t: T): string {
  const data = objects.filter(one => one.data);
  if (data.length === 0) return t('appClusters.offboard.empty');
  return data
    .map(({ count, title }) =>
      count === undefined
        ? t('appClusters.offboard.uncounted', { title })
        : t('appClusters.offboard.counted', { title, n: String(count) }),
    )
    .join(', ');
}

export function OffboardingPreview(props: { preview: Preview; title: string }) {
  const { preview, title } = props;
  const { apis, liveObjects, namespaces, textReason } = preview;
  const t = useT();
  if (textReason) {
    return (
      <DialogContentText>
        {explanationText(
          {
            message: preview.text,
            reason: textReason,
            params: preview.textParams,
          },
          t,
        )}
      </DialogContentText>
    );
  }
  return (
    <>
      <DialogContentText>{t('appClusters.offboard.deleted')}</DialogContentText>
      <ul>
        {namespaces.map(one => (
          <li key={one.namespace}>
            {one.deleted
              ? t('appClusters.offboard.namespace', {
                  namespace: one.namespace,
                  contents: contentsOf(one, t),
                })
              : t('appClusters.offboard.kept', { namespace: one.namespace })}
          </li>
        ))}
        {apis.length > 0 && (
          <li>{t('appClusters.offboard.apis', { apis: apis.join(', ') })}</li>
        )}
        <li>{t('appClusters.offboard.access', { title })}</li>
      </ul>
      {liveObjects > 0 && (
        <Notice
          tone="error"
          title={t('appClusters.offboard.lost', { count: liveObjects })}
        >
          {t('appClusters.offboard.noReturn')}
        </Notice>
      )}
    </>
  );
}
