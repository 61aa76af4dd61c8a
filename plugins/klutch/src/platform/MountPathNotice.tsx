/** Tells operators when links that the backend writes lead to another path than that of the pages. */
import { configApiRef, useApi } from '@backstage/core-plugin-api';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';

/** The path of the app, without a slash at its end. */
const pathOf = (baseUrl: string) =>
  new URL(baseUrl, window.location.origin).pathname.replace(/\/$/, '');

/** @param props.mountPath - `klutch.mountPath` of the backend */
export function MountPathNotice({ mountPath }: { mountPath: string }) {
  const t = useT();
  const appPath = pathOf(useApi(configApiRef).getString('app.baseUrl'));
  const actual = useLinks().services();
  if (actual === `${appPath}${mountPath}` || actual === '/') return null;
  return (
    <Notice tone="warning" title={t('platform.mountPathTitle')}>
      {t('platform.mountPath', {
        configured: mountPath || '/',
        actual: actual.slice(appPath.length),
      })}
    </Notice>
  );
}
