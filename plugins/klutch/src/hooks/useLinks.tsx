/** Paths of the pages below the path where the app mounts the plugin. */
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
] as const;
export type PlatformSection = (typeof platformSections)[number];

function queryOf(preset: Record<string, string>): string {
  const query = new URLSearchParams(preset).toString();
  return query && `?${query}`;
}

/** Paths of all pages. */
export function createLinks(basePath: string) {
  const base = basePath.replace(/\/$/, '');
  const path = (...segments: string[]) =>
    [base, ...segments.map(encodeURIComponent)].join('/');
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
      path('platform', ...(section ? [section] : [])),
    appCluster: (id: string) => path('platform', 'app-clusters', id),
  };
}

const BasePathContext = createContext('/klutch');

/** Provides the plugin's base path to `useLinks`. */
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

/** Paths of all pages, including the base path. */
export function useLinks() {
  const basePath = useContext(BasePathContext);
  return useMemo(() => createLinks(basePath), [basePath]);
}
