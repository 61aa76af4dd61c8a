/** Where the pages are, relative to wherever the app has mounted the plugin. */
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { ClaimKey } from '../api/types';

/** The tabs of an instance page, as the last part of its path. */
export const instanceTabs = [
  'overview',
  'connect',
  'backups',
  'activity',
  'yaml',
] as const;
export type InstanceTab = (typeof instanceTabs)[number];

/** The sections of the platform pages, as the last part of their path. */
export const platformSections = [
  'export-templates',
  'app-clusters',
  'exports',
] as const;
export type PlatformSection = (typeof platformSections)[number];

/** Paths of all pages. */
export function createLinks(basePath: string) {
  const base = basePath.replace(/\/$/, '');
  const path = (...segments: string[]) =>
    [base, ...segments.map(encodeURIComponent)].join('/');
  return {
    services: () => base || '/',
    service: (resource: string) => path('services', resource),
    create: (resource: string, preset: Record<string, string> = {}) => {
      const query = new URLSearchParams(preset).toString();
      return path('create', resource) + (query && `?${query}`);
    },
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
    platform: (section: PlatformSection = 'export-templates') =>
      path('platform', section),
    appCluster: (id: string) => path('platform', 'app-clusters', id),
  };
}

const BasePathContext = createContext('/klutch');

/** Tells everything below where the plugin's pages are mounted. */
export function BasePathProvider(props: {
  basePath: string;
  children: ReactNode;
}) {
  return (
    <BasePathContext.Provider value={props.basePath}>
      {props.children}
    </BasePathContext.Provider>
  );
}

/** Paths of all pages, from where the plugin is mounted. */
export function useLinks() {
  const basePath = useContext(BasePathContext);
  return useMemo(() => createLinks(basePath), [basePath]);
}
