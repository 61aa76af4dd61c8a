export interface Config {
  klutch?: {
    permission?: {
      /**
       * Who has which role. Each list has entity refs of groups or users, for example `group:default/developers`; without
       * a kind, the ref of a group. A person has the rights of all their roles.
       */
      roles?: {
        /** See services and claims, order, change, delete, reveal credentials; as far as RBAC on the clusters allows. */
        developers?: string[];
        /** See services, claims and the platform pages. */
        auditors?: string[];
        /** See services, and trace claims of all tenants, without rights on app clusters. */
        supporters?: string[];
        /** All permissions of the portal. */
        operators?: string[];
      };
    };
  };
}
