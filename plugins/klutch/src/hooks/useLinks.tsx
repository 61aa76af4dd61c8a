/** Paths of the pages, which are below the paths where the app mounts the plugin. */
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { ClaimKey } from '../api/types';

/** The tabs of an instance page; each is the last part of the tab's path. */
export const instanceTabs = [
  'overview',
  'connect',
  'backups',
  'activity',
  'yaml',
] as const;
export type InstanceTab = (typeof instanceTabs)[number];

/** The sections of the platform pages; each is the last part of the section's path. */
export const platformSections = [
  'export-templates',
  'app-clusters',
  'exports',
  'control-plane',
  'set-up',
  'trace',
] as const;
export type PlatformSection = (typeof platformSections)[number];

function queryOf(preset: Record<string, string>): string {
  const query = new URLSearchParams(preset).toString();
  return query && `?${query}`;
}

/** Where the app has the plugin's pages. */
export interface PagePaths {
  /** Path of the Services page; all other pages but those of the platform are below. */
  services: string;
  /** Path of the platform pages; undefined where the app has no page for them. */
  platform: string | undefined;
}

/** Paths of all pages. */
export function createLinks(paths: PagePaths) {
  const base = paths.services.replace(/\/$/, '');
  const below = (start: string, segments: string[]) =>
    [start, ...segments.map(encodeURIComponent)].join('/');
  const path = (...segments: string[]) => below(base, segments);
  const platform = paths.platform ?? path('platform');
  return {
    services: (preset: Record<string, string> = {}) =>
      (base || '/') + queryOf(preset),
    service: (resource: string) => path('services', resource),
    create: (resource: string, preset: Record<string, string> = {}) =>
      path('create', resource) + queryOf(preset),
    instances: () => path('instances'),
    instance: (claim: ClaimKey, tab?: InstanceTab) =>
      path(
        'instances',
        claim.cluster,
        claim.namespace,
        claim.resource,
        claim.name,
        ...(tab && tab !== 'overview' ? [tab] : []),
      ),
    /** Without a section: the first one. */
    platform: (section?: PlatformSection) =>
      below(platform, section ? [section] : []),
    appCluster: (id: string) => below(platform, ['app-clusters', id]),
    /** The page of traces, with the text in its field. */
    trace: (text: string) => below(platform, ['trace']) + queryOf({ of: text }),
  };
}

const PagePathsContext = createContext<PagePaths>({
  services: '/',
  platform: undefined,
});

/** Provides the paths of the plugin's pages to `useLinks`. */
export function PagePathsProvider(props: PagePaths & { children: ReactNode }) {
  const { services, platform, children } = props;
  const paths = useMemo(() => ({ services, platform }), [services, platform]);
  return (
    <PagePathsContext.Provider value={paths}>
      {children}
    </PagePathsContext.Provider>
  );
}

/** Path of the platform pages; undefined where the app has no page for them. */
export const usePlatformPath = () => useContext(PagePathsContext).platform;

/** Paths of all pages. */
export function useLinks() {
  const paths = useContext(PagePathsContext);
  return useMemo(() => createLinks(paths), [paths]);
}
