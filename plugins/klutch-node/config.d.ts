export interface Config {
  klutch?: {
    /**
     * Path below `app.baseUrl` where the app mounts the portal's pages; links in the catalog, in templates and in
     * notifications begin with it. Starts with a slash. Default: `/klutch`.
     */
    mountPath?: string;
  };
}
