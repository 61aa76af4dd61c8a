// Generated from openapi.yaml by `yarn openapi`. Do not edit.

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user's identity on the clusters, and the user's permissions in the portal */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Data services that are offered or bound */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the user may create instances
         * @description Apart from the services, because the first answer asks the app clusters, and pages show services without it
         */
        get: operations["listServiceAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One service with plans, versions and schema */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/services/{resource}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask operators to bind a service to an app cluster; replaces an earlier request of the same user for both */
        post: operations["requestService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user's own requests for services with their answers, newest first; answered ones for 90 days */
        get: operations["listOwnServiceRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a request of one's own, answered or not; no error if there is none */
        delete: operations["withdrawServiceRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** App clusters where services can be ordered */
        get: operations["listAppClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-clusters/{cluster}/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Namespaces of an app cluster, and whether the user may order the service there */
        get: operations["listNamespaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The version of all that pages show, to find out whether signals were missed */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Service instances, service bindings, backups and restores that the user may see */
        get: operations["listClaims"];
        put?: never;
        /** Order a service instance, service binding, backup or restore */
        post: operations["createClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        /** One claim, from the live index if the user may read it there, otherwise read live as the user */
        get: operations["getClaim"];
        put?: never;
        post?: never;
        /** Delete a claim together with its provider copy and the service instance behind it */
        delete: operations["deleteClaim"];
        options?: never;
        head?: never;
        /** Change the spec of a service instance, or the protection of a claim */
        patch: operations["updateClaim"];
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        /** Events about a claim, newest first, read live as the user */
        get: operations["listClaimEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        /** What people and other clients did to an instance and the claims that refer to it, newest first; of related claims only those that the user may list */
        get: operations["listClaimActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        /** The objects of a claim on both clusters, read live as the user, as far as the user may read them */
        get: operations["traceClaim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}/workloads": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        /** Workloads that use the Secret of a service binding, read live as the user */
        get: operations["listBindingWorkloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/claims/{cluster}/{namespace}/{resource}/{name}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credentials of a service binding, read live as the user, audited, never cached */
        post: operations["revealCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/apis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** APIs of the control plane cluster that can be offered */
        get: operations["listApis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/apis/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One API that can be offered, with the schemas of its versions */
        get: operations["getApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/export-template-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an offer, or a change of one, would do; the control plane checks it as the user, nothing is written */
        post: operations["previewExportTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/export-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listExportTemplates"];
        put?: never;
        /** Offer an API, with the permission claims it needs */
        post: operations["createExportTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/export-templates/{namespace}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One export template as it is now, with its earlier revisions */
        get: operations["getExportTemplate"];
        /** Change the permission claims of an offer, and who may bind it; exports follow the template */
        put: operations["updateExportTemplate"];
        post?: never;
        /** Withdraw an API; live exports stay, new bindings are not possible */
        delete: operations["deleteExportTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/export-templates/{namespace}/{name}/dependants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What depends on an export template, and whether the user may delete it */
        get: operations["listExportTemplateDependants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/export-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listExportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports of all app clusters, a page at a time */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/control-plane-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is wrong on the control plane cluster, read live as the user */
        get: operations["getControlPlaneHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Where a claim of any tenant is on its way, for support; audited
         * @description Needs its own permission, and no right on the app cluster. What the portal watches is read by the portal itself; composites and composed resources are read live as the user. No value of a spec is in the response, and no Secret is read.
         */
        post: operations["traceForSupport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/control-plane/managed-resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many managed resources of each type are ready, read live as the user
         * @description A page of types, by provider and kind; each count is of at most 500 objects
         */
        get: operations["listManagedResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/control-plane/package-updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Installed packages of Crossplane, and which versions could replace them
         * @description Packages are read as the user; versions come from registries that the configuration allows, without credentials
         */
        get: operations["listPackageUpdates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/set-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Checks the installation of the portal */
        get: operations["getSetUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/service-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Requests of users for services that their app clusters do not bind yet, oldest first */
        get: operations["listServiceRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/service-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Dismiss a request; the user who asks sees it as dismissed, with the message */
        delete: operations["dismissServiceRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/service-requests/{id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a request; the user who asks sees it as approved, with the message, until the service is bound */
        post: operations["approveServiceRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the user may add app clusters, by a dry run as the user */
        get: operations["getPlatformAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-cluster-summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** App clusters in one line each, a page at a time */
        get: operations["listAppClusterSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPlatformAppClusters"];
        put?: never;
        /** Register an app cluster with a kubeconfig of the portal's own user there */
        post: operations["registerAppCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-cluster-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an app cluster without a kubeconfig, and get the join command that connects it */
        post: operations["createJoinToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-cluster-invitations/{cluster}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the newest join token of an app cluster */
        get: operations["getJoinToken"];
        put?: never;
        /** Get a join command that binds APIs to an app cluster without a kubeconfig. It replaces the previous one, whose join token is revoked */
        post: operations["replaceJoinToken"];
        /** Cancel the join command of an app cluster. The join token is revoked. An app cluster that has never been connected is also unregistered, and what was created for it on the control plane is deleted */
        delete: operations["cancelJoinToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One app cluster with its konnector's history, token, bound APIs, what waits there, and its inventory */
        get: operations["getPlatformAppCluster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the user may do with an app cluster, by dry runs and access reviews as the user */
        get: operations["getAppClusterAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When the certificate of the API server, and the portal's credentials there, end */
        get: operations["getAppClusterCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/konnector": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The manifest of the konnector of the portal's version, for an installation or an upgrade */
        get: operations["getKonnectorManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suspend or resume all bindings of an app cluster whose kubeconfig is stored
         * @description While a binding is suspended, nothing is written or deleted on either cluster for its API. An API that is bound later is not suspended.
         */
        put: operations["suspendAppCluster"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/kubeconfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store the kubeconfig of a registered app cluster; a kubeconfig that is already stored is replaced */
        put: operations["setAppClusterKubeconfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give the konnector of an app cluster whose kubeconfig is stored a new token, and revoke all others. Changes wait some seconds */
        post: operations["rotateAppClusterToken"];
        /** Revoke all tokens of an app cluster and its unused join token, for example after a leak. Bindings and data stay; the konnector gets a new token when an API is bound again, or through another join command */
        delete: operations["revokeAppClusterTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/offboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview what an offboarding deletes on the control plane; changes nothing */
        get: operations["previewOffboarding"];
        put?: never;
        /** Delete an app cluster's namespaces on the control plane with their data, and its registration. The app cluster itself is not changed */
        post: operations["offboardAppCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bind an offered API to an app cluster whose kubeconfig is stored, and accept the given permission claims */
        post: operations["bindApi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/bindings/{resource}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the konnector delete copies that it holds back because many objects were deleted at once */
        post: operations["approveDeletions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/app-clusters/{cluster}/bindings/{resource}/unbinding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unbind an API from an app cluster whose kubeconfig is stored. Objects and data stay on both clusters, and are no longer synced. May be repeated */
        post: operations["unbindApi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: {
                name: string;
                /** @description Message for users */
                message: string;
                reason?: components["schemas"]["Reason"];
                params?: components["schemas"]["ReasonParams"];
                /** @description The fields that the cluster rejected */
                causes?: {
                    /** @description Path in the claim, for example `spec.plan` */
                    field?: string;
                    message: string;
                    reason?: components["schemas"]["Reason"];
                    params?: components["schemas"]["ReasonParams"];
                }[];
            };
        };
        /** @description Identifies the sentence of `message`, so that clients can say it in other languages. Absent when the message is that of a cluster or a provider. */
        Reason: string;
        /** @description Values in that sentence */
        ReasonParams: {
            [key: string]: string;
        };
        Me: {
            userRef: string;
            /** @description The user's name on the clusters */
            kubernetesUser: string;
            kubernetesGroups: string[];
            /** @description Entity refs of the user's groups */
            groups: string[];
            /** @description May open the platform pages */
            operator: boolean;
            /** @description May change the platform */
            mayManage: boolean;
            /** @description May reveal credentials */
            mayReveal: boolean;
            /** @description May trace claims of all tenants */
            mayTrace: boolean;
            /** @description False when permissions are disabled in Backstage, so that every user has all permissions */
            permissionsEnabled: boolean;
            /** @description Path of the pages below `app.baseUrl` in the links that the backend writes; empty for the root */
            mountPath: string;
        };
        Reachability: {
            reachable: boolean;
            /**
             * Format: date-time
             * @description When this state began
             */
            since?: string;
            /** @description Why the cluster is unreachable */
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
        };
        ControlPlaneHealth: {
            /** @description Major version of Crossplane; absent without Crossplane */
            crossplane?: number;
            /** @description Number of claims that have not been ready for five minutes; the oldest hundred are among the problems */
            stuckClaims: number;
            /** @description Crossplane, its packages, XRDs and Compositions */
            components: components["schemas"]["ControlPlaneComponent"][];
            /** @description Worst first: problems of Crossplane's packages, XRDs and Compositions, and of claims that have not been ready for five minutes, the oldest first */
            problems: components["schemas"]["ControlPlaneProblem"][];
        };
        ControlPlaneProblem: {
            /**
             * @description `error`: something does not work. `warning`: it may not work, or could not be checked.
             * @enum {string}
             */
            severity: "error" | "warning";
            object: {
                apiVersion: string;
                kind: string;
                /** @description Absent for cluster-scoped objects */
                namespace?: string;
                name: string;
            };
            /** @description What is wrong */
            message: string;
            /** @description Reason of the message */
            reason?: string;
            /** @description What to do about it */
            remedy: string;
            /** @description Reason of the remedy */
            remedyReason?: string;
            /** @description Values of the placeholders of both messages */
            params?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Since when a claim has been waiting; absent for other objects
             */
            since?: string;
            /** @description The claim on its app cluster, if the portal knows it */
            claim?: {
                /** @description Id of the app cluster */
                cluster: string;
                namespace: string;
                resource: string;
                name: string;
            };
        };
        ControlPlaneComponent: {
            /** @enum {string} */
            type: "crossplane" | "provider" | "function" | "configuration" | "xrd" | "composition";
            name: string;
            /** @description Absent if it is not known */
            version?: string;
            /** @description Name of the active revision */
            revision?: string;
            /** @enum {string} */
            state: "ok" | "warning" | "error";
            /** @description Its health in words */
            message: string;
            /** @description Reason of the message */
            reason?: string;
            /** @description What to do; absent if nothing is wrong */
            remedy?: string;
            /** @description Reason of the remedy */
            remedyReason?: string;
            /** @description Values of the placeholders of both messages */
            params?: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt?: string;
        };
        ManagedResources: {
            /** @description Name of the Provider; the API group, if no Provider owns the type */
            provider: string;
            kind: string;
            /** @description `<plural>.<group>` */
            resource: string;
            ready: number;
            notReady: number;
            /** @description Whether all objects were counted */
            complete: boolean;
            /** @description Why the objects could not be counted */
            problem?: string;
            /** @description Reason of the problem */
            problemReason?: string;
            problemParams?: {
                [key: string]: string;
            };
        };
        PackageUpdate: {
            /** @enum {string} */
            type: "provider" | "function" | "configuration";
            name: string;
            /** @description Registry and repository, without tag and digest */
            package: string;
            /** @description Absent without a tag */
            version?: string;
            /**
             * @description Whether a new revision becomes active by itself (`spec.revisionActivationPolicy`)
             * @enum {string}
             */
            activation?: "Automatic" | "Manual";
            /** @enum {string} */
            state: "current" | "available" | "unknown";
            message: string;
            /** @description Reason of the message */
            reason?: string;
            params?: {
                [key: string]: string;
            };
            /** @description The newest version of each change that is possible, smallest change first */
            versions: {
                /** @description The tag */
                version: string;
                /** @enum {string} */
                change: "patch" | "minor" | "major";
                /** @description Packages whose dependencies do not allow the version */
                excludedBy: {
                    package: string;
                    constraint: string;
                }[];
            }[];
            /** @description Compositions that call the function, XRDs and Compositions that the package installs, and packages that depend on it */
            usedBy: {
                kind: string;
                name: string;
            }[];
        };
        SetUp: {
            /** Format: date-time */
            checkedAt: string;
            checks: components["schemas"]["SetUpCheck"][];
        };
        /**
         * @description `unknown`: could not be checked. `unused`: the installation does not use what is checked.
         * @enum {string}
         */
        SetUpState: "ok" | "warning" | "failed" | "unknown" | "unused";
        SetUpCheck: {
            /** @enum {string} */
            name: "issuers" | "redirectUris" | "signingKeys" | "clocks" | "rights" | "externalUrl" | "certificates" | "permissions" | "admissionPolicies";
            state: components["schemas"]["SetUpState"];
            /** @description Page that says how to set this up */
            docsUrl: string;
            findings: components["schemas"]["SetUpFinding"][];
        };
        SetUpFinding: {
            state: components["schemas"]["SetUpState"];
            /** @description What was found */
            message: string;
            /** @description Reason of the message */
            reason?: string;
            /** @description What to fix; absent if nothing is wrong */
            remedy?: string;
            /** @description Reason of the remedy */
            remedyReason?: string;
            /** @description Values of the placeholders of both messages */
            params?: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        ClaimType: "instance" | "binding" | "backup" | "restore";
        /** @enum {string} */
        ClaimState: "Waiting" | "Creating" | "Updating" | "Deleting" | "Ready" | "Degraded" | "Failed" | "Unknown";
        Condition: {
            type: string;
            status: string;
            reason?: string;
            severity?: string;
            message?: string;
            /** Format: date-time */
            lastTransitionTime?: string;
        };
        Service: {
            /** @description `<plural>.<group>` */
            resource: string;
            kind: string;
            type: components["schemas"]["ClaimType"];
            /** @description Value of `serviceInstanceType` in bindings and backups, for example `postgresql` */
            serviceType?: string;
            /** @description Instance: the APIs for its service bindings, backups and restores, each `<plural>.<group>`; claim types without an API are not supported */
            relatedApis?: {
                binding?: string;
                backup?: string;
                restore?: string;
            };
            /** @description Restore: `instanceRef` may name another instance than that of the backup */
            restoresElsewhere?: boolean;
            title: string;
            description: string;
            /** @description A data URI of an image; empty for the default icon */
            icon: string;
            /** @description Address of the documentation */
            docsUrl?: string;
            /** @description False for a withdrawn service: app clusters that bind it keep it, and further app clusters cannot bind it */
            offered: boolean;
            versions: components["schemas"]["Choice"][];
            /** @description Every app cluster, and whether the API is bound there */
            clusters: {
                id: string;
                title: string;
                bound: boolean;
            }[];
        };
        ServiceAccess: {
            /** @description `<plural>.<group>` */
            resource: string;
            /** @description App clusters that bind the service */
            clusters: {
                id: string;
                /** @description Whether the RBAC of the app cluster allows the user to create an instance in any namespace. Missing if unknown, because the portal may not watch RoleBindings there, or the cluster does not list all its rules or does not respond; the cluster then decides when the user acts */
                creatable?: boolean;
            }[];
        };
        Choice: {
            value: string;
            title: string;
            /** @description Whether this control plane can run it */
            available: boolean;
            /** @description Why the value is not available */
            reason?: string;
        };
        Plan: components["schemas"]["Choice"] & {
            replicas?: number;
            memory?: string;
            storage?: string;
            connections?: number;
            description?: string;
            /** @description What applies where a claim does not set a parameter, by the parameter's name */
            defaults?: {
                [key: string]: string | number | boolean;
            };
        };
        ServiceRequest: {
            id: string;
            /** @description `<plural>.<group>` */
            resource: string;
            /** @description Title of the service */
            title: string;
            /** @description Id of the app cluster */
            cluster: string;
            /** @description Entity ref of the user who asks */
            user: string;
            note?: string;
            /** Format: date-time */
            requestedAt: string;
        };
        OwnServiceRequest: components["schemas"]["ServiceRequest"] & {
            /**
             * @description `Approved`: an operator will bind the service. `Fulfilled`: the service has been bound to the app cluster since
             * @enum {string}
             */
            state: "Open" | "Approved" | "Fulfilled" | "Dismissed";
            /** @description Whether the user may bind the service there, in the list of all requests */
            mayAnswer?: boolean;
            /**
             * Format: date-time
             * @description When the request was approved or dismissed, or was first seen to be fulfilled; missing while open
             */
            answeredAt?: string;
            /** @description What the operator answered, if anything */
            message?: string;
        };
        ServiceDetail: components["schemas"]["Service"] & {
            apiVersion: string;
            group: string;
            plural: string;
            plans: components["schemas"]["Plan"][];
            /** @description Versions that only other compositions than the default one have */
            otherVersions?: components["schemas"]["Choice"][];
            /** @description Plans that only other compositions than the default one have */
            otherPlans?: components["schemas"]["Plan"][];
            /** @description Value for `spec.compositionRef.name` */
            defaultComposition?: string;
            /** @description OpenAPI v3 schema of the claim (`spec` with its `x-kubernetes-validations`). Fields of `spec.parameters` have `title`, `x-klutch-unit` and `x-klutch-group` where the API describes them */
            schema: {
                [key: string]: unknown;
            };
        };
        AppCluster: {
            id: string;
            title: string;
            /**
             * @description `kubeconfig`: the portal has a kubeconfig of the app cluster. `konnector`: only the konnector is connected, so the portal cannot read or write on the app cluster.
             * @enum {string}
             */
            connection: "kubeconfig" | "konnector";
            reachability: components["schemas"]["Reachability"];
        };
        Namespace: {
            name: string;
            writable: boolean;
            /** @description Why it is not writable */
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
        };
        Activity: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            action: "created" | "changed" | "protected" | "unprotected" | "scheduled" | "unscheduled" | "ownershipChanged" | "revealed" | "deleted";
            type: components["schemas"]["ClaimType"];
            /** @description Of the claim, `<plural>.<group>` */
            resource: string;
            /** @description Of the claim */
            name: string;
            /** @description Entity ref; missing for what was not done, or not recorded, in the portal */
            user?: string;
            /** @description Outside of the portal: the field manager, such as kubectl-edit, if known */
            client?: string;
            /** @description Backup: done by the schedule */
            bySchedule?: boolean;
            /** @description Changed: names of fields of spec, settings as `parameters.<name>` */
            fields?: string[];
            /** @description Revealed: the reason the user gave */
            reason?: string;
        };
        RevealRequest: {
            /** @description Why the credentials are needed, for the audit log and the activity of the instance */
            reason?: string;
        };
        Claim: {
            /** @description Id of the app cluster */
            cluster: string;
            clusterTitle: string;
            namespace: string;
            resource: string;
            kind: string;
            type: components["schemas"]["ClaimType"];
            name: string;
            uid: string;
            serviceTitle?: string;
            /** @description Instance: `spec.service` */
            service?: string;
            /** @description Instance: such as PostgreSQL 15 */
            versionTitle?: string;
            /** @description Instance: `spec.plan` */
            plan?: string;
            /** @description Instance: such as Single nano SSL */
            planTitle?: string;
            /** @description Binding, backup: the instance; restore: the instance that it restores into */
            instanceRef?: string;
            /** @description API of that instance, `<plural>.<group>`; missing when no API names this claim type as related */
            instanceResource?: string;
            /** @description Restore: the backup */
            backupRef?: string;
            /** @description Service binding: the Secret with its credentials, in the same namespace */
            secretName?: string;
            /** @description Service binding: the one that it replaces; while both exist, credentials are being rotated */
            replaces?: string;
            /** @description Instance: the backup in the same namespace whose data it was ordered for */
            restoreFrom?: string;
            /** @description Where applications connect to: of a service binding, or of an instance whose service reports addresses without one */
            endpoints?: {
                host: string;
                port: string;
                /** @description For example SQL */
                label?: string;
                /** @description Database to connect to */
                database?: string;
            }[];
            /** @description Entity ref of the user or group that owns the claim, if known */
            owner?: string;
            /** @description Instance: entity ref of the catalog component that uses it */
            component?: string;
            /** @description Instance: entity ref of the catalog system that it belongs to */
            system?: string;
            state: components["schemas"]["ClaimState"];
            /** @description The state for users, for example "Waiting for konnector" */
            stateText: string;
            /** @description Identifies `stateText` when it says more than `state` */
            stateReason?: string;
            /** @description What the provider calls the state of its work, as in `stateText` */
            providerState?: string;
            /** @description What happened and what to do */
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
            deleting: boolean;
            /** @description The claim cannot be deleted until its protection is removed */
            protected: boolean;
            /** @description The GitOps tool that applies the claim, and may undo changes of its spec */
            managedBy?: {
                /** @enum {string} */
                tool: "argocd" | "flux";
                /** @description The application of Argo CD or the Kustomization or Helm release of Flux */
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Instance: time of the newest finished backup
             */
            lastBackupAt?: string;
            backupSchedule?: components["schemas"]["BackupSchedule"];
            /**
             * Format: date-time
             * @description When the portal set the schedule; its backups are due since then
             */
            backupScheduleSetAt?: string;
            /**
             * Format: date-time
             * @description Backup: when it was due by the schedule of its instance
             */
            scheduledAt?: string;
            /** @description Backup: bytes */
            size?: number;
            /**
             * Format: date-time
             * @description Backup, restore: when it ended
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description Set while the app cluster is unreachable
             */
            lastSeenAt?: string;
            /** @description In lists: for users who asked with `may=true` */
            may?: components["schemas"]["ClaimAccess"];
        };
        FacetValue: {
            value: string;
            /** @description The value for users, if it has another name */
            title?: string;
            count: number;
        };
        /** @description Values and their number of rows, among the rows that satisfy all other filters */
        ClaimFacets: {
            cluster: components["schemas"]["FacetValue"][];
            namespace: components["schemas"]["FacetValue"][];
            resource: components["schemas"]["FacetValue"][];
            state: components["schemas"]["FacetValue"][];
            owner: components["schemas"]["FacetValue"][];
        };
        Hop: {
            /** @enum {string} */
            id: "request" | "appCluster" | "konnector" | "controlPlane" | "service";
            title: string;
            /** @enum {string} */
            state: "done" | "active" | "failed" | "waiting";
            /** Format: date-time */
            at?: string;
            /** @description Message for users; for a failed hop with what to do */
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
        };
        SupportTraceRequest: {
            /** @description What somebody knows of the claim: the URL of its page, `<app cluster>/<namespace>/<kind>/<name>` or the last parts of that, or kind and name of an object on the control plane, such as its composite or a managed resource */
            text: string;
        };
        SupportTraceResult: {
            /** @description At most 20 */
            matches: components["schemas"]["SupportTraceClaim"][];
            /** @description True when further claims match */
            isMore?: boolean;
            /** @description True when no object has the name, or none may be read, and the matches are the claims whose composite's name it begins with */
            isByPrefix?: boolean;
            trace?: components["schemas"]["SupportTrace"];
        };
        SupportTraceClaim: {
            /** @description Id of the app cluster; its cluster namespace if the portal does not know the app cluster */
            cluster: string;
            clusterTitle: string;
            namespace: string;
            resource: string;
            kind: string;
            name: string;
        };
        SupportTrace: {
            claim: components["schemas"]["SupportTraceClaim"];
            /** Format: date-time */
            createdAt?: string;
            /** @description Id of the first failed step, or else of the first one that is active; absent when all are done or unknown */
            stoppedAt?: string;
            steps: components["schemas"]["SupportTraceStep"][];
            /** @description The objects of the claim, each before its own, without what their specs say */
            objects: components["schemas"]["TraceObject"][];
        };
        SupportTraceStep: {
            /** @enum {string} */
            id: "request" | "appCluster" | "konnector" | "controlPlane" | "composite" | "managedResource" | "service";
            /**
             * @description `unknown`: what it depends on may not be read
             * @enum {string}
             */
            state: "done" | "active" | "failed" | "waiting" | "unknown";
            /** Format: date-time */
            at?: string;
            /** @description The object that shows it, unless that is the claim itself */
            object?: components["schemas"]["SupportTraceObject"];
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
            finding?: components["schemas"]["SupportTraceFinding"];
            /** @description Page that explains the finding */
            docsUrl?: string;
        };
        SupportTraceObject: {
            apiVersion: string;
            kind: string;
            namespace?: string;
            name: string;
        };
        /**
         * @description What is found at a step that is neither done nor still to come
         * @enum {string}
         */
        SupportTraceFinding: "AppClusterUnreachable" | "AppClusterNotConnected" | "ClaimMissing" | "KonnectorNotReporting" | "NotPickedUp" | "ControlPlaneUnreachable" | "NotComposed" | "CompositeNotReady" | "ManagedResourceNotReady" | "ObjectMissing" | "NotReadable" | "ServiceNotReady" | "BeingDeleted";
        Trace: {
            /** @description The claim on the app cluster, its provider copy, the composite, and what is composed for it, each before its own */
            objects: components["schemas"]["TraceObject"][];
            /** @description Why objects on the control plane are not among them */
            incomplete?: {
                message: string;
                reason?: components["schemas"]["Reason"];
                params?: components["schemas"]["ReasonParams"];
            };
        };
        TraceObject: {
            /** @enum {string} */
            location: "appCluster" | "controlPlane";
            /** @description Number of objects above it: 0 for the claim */
            depth: number;
            apiVersion: string;
            kind: string;
            /** @description Absent for cluster-scoped objects */
            namespace?: string;
            name: string;
            /**
             * @description Why only the reference to it is known
             * @enum {string}
             */
            missing?: "NotFound" | "Forbidden" | "NotServed";
            deleting?: boolean;
            /** @description True for the deepest object that waits, or is missing: the place to look at */
            waits?: boolean;
            conditions: components["schemas"]["Condition"][];
        };
        Event: {
            type: string;
            reason: string;
            message: string;
            /** Format: date-time */
            at?: string;
            count?: number;
        };
        /** @description Instance: when the portal takes backups, and how many good ones it keeps */
        BackupSchedule: {
            /** @description Cron expression of five fields in UTC */
            cron: string;
            /** @description Default: all */
            kept?: number;
        };
        /** @description What the app cluster allows the user. In lists, a cluster that does not list all its rules allows everything here, and decides when the user acts */
        ClaimAccess: {
            /** @description Types of claims that the user may change in the namespace; its own type is for this claim */
            change: components["schemas"]["ClaimType"][];
            /** @description Types of claims that the user may create in the namespace */
            create: components["schemas"]["ClaimType"][];
            /** @description Types of claims that the user may delete in the namespace; its own type is for this claim */
            delete: components["schemas"]["ClaimType"][];
            /** @description Read Secrets in the namespace */
            reveal: boolean;
            /** @description Types of claims of which lists may lack some: the user may not list them in the namespace, or, in the detail of an instance, a permission policy hides some that refer to it */
            hidden?: components["schemas"]["ClaimType"][];
        };
        ClaimDetail: components["schemas"]["Claim"] & {
            /** @description Version of the spec; send it with a change */
            generation: number;
            /** @description Plans that the instance can change to by the rules of its API, without those that are not available here */
            planChanges: components["schemas"]["Plan"][];
            /** @description Other versions of the service that are available here, none of them lower. Those that the rules of the API refuse for an existing instance are not `available`, with the rule as the reason; a backup can be restored into a new instance of them */
            versionChanges: components["schemas"]["Choice"][];
            hops: components["schemas"]["Hop"][];
            conditions: components["schemas"]["Condition"][];
            /** @description The claim as YAML */
            manifest: string;
            /** @description `spec` of the claim */
            spec: {
                [key: string]: unknown;
            };
            may: components["schemas"]["ClaimAccess"];
            /** @description Instance with a schedule: when the next backup is due. Empty when the schedule cannot be carried out, because it is none, or because the service has no backups */
            backupTimes?: {
                /** Format: date-time */
                nextAt?: string;
                /**
                 * Format: date-time
                 * @description Set when a backup that was due is missing for longer than ten minutes
                 */
                overdueSince?: string;
            };
            /** @description Instance: what is used of the present plan, as far as the service has measured it */
            usage?: {
                storageBytes?: number;
                storageLimitBytes?: number;
                connections?: number;
                connectionLimit?: number;
            };
        };
        ClaimChange: {
            /** @description Required with `spec`: version of the spec that the change was made from; the change is refused if the spec has changed since */
            generation?: number;
            /** @description JSON merge patch of `spec`; service instances only */
            spec?: {
                [key: string]: unknown;
            };
            /** @description Protection from deletion */
            protected?: boolean;
            /** @description Service instances only; entity ref: the user, or one of the user’s groups */
            owner?: string;
            /** @description Service instances only; entity ref of the component that uses it; null removes it */
            component?: string | null;
            /** @description Service instances only; null removes the schedule */
            backupSchedule?: components["schemas"]["BackupSchedule"] | null;
            /** @description What the change was made from. The change is refused if one of these values has changed since; null stands for a value that the claim did not have */
            before?: {
                protected?: boolean;
                owner?: string | null;
                component?: string | null;
                backupSchedule?: components["schemas"]["BackupSchedule"] | null;
            };
        };
        ClaimRequest: {
            cluster: string;
            namespace: string;
            resource: string;
            name: string;
            spec: {
                [key: string]: unknown;
            };
            /** @description Service binding: name of the one that it replaces */
            replaces?: string;
            /** @description Instance: name of the backup whose data it is ordered for; the restore is an order of its own */
            restoreFrom?: string;
            /** @description Entity ref of the owner: the user or one of their groups. Default: the user */
            owner?: string;
            /** @description Instance: entity ref of the catalog component that uses it */
            component?: string;
            /** @description Instance: entity ref of the catalog system that it belongs to */
            system?: string;
        };
        WorkloadList: {
            items: {
                /** @description For example Deployment */
                kind: string;
                name: string;
            }[];
            /** @description Whether the person may list all kinds of workloads in the namespace */
            complete: boolean;
        };
        Credentials: {
            secretName: string;
            fields: {
                key: string;
                value: string;
                /** @description Show masked */
                secret: boolean;
            }[];
        };
        /** @description Keys of labels or annotations; `*` matches any characters */
        KeyPatterns: {
            pattern?: string;
        }[];
        /** @description All fields of `permissionClaims[]` of an export template, with the same meaning */
        PermissionClaim: {
            /** @default  */
            group: string;
            resource: string;
            version: string;
            required?: boolean;
            selector?: {
                /** @enum {string} */
                owner?: "Provider" | "Consumer";
                names?: string[];
                namespaces?: string[];
                labelSelectors?: {
                    [key: string]: string;
                }[];
                fieldSelectors?: string[];
            };
            read?: {
                labels?: components["schemas"]["KeyPatterns"];
                labelsOnProviderOwnedObjects?: components["schemas"]["KeyPatterns"];
                annotations?: components["schemas"]["KeyPatterns"];
                overrideAnnotations?: components["schemas"]["KeyPatterns"];
            };
            create?: {
                replaceExisting?: boolean;
            };
            autoAdopt?: boolean;
            autoDonate?: boolean;
            onConflict?: {
                recreateWhenConsumerSideDeleted?: boolean;
            };
            update?: {
                fields?: string[];
                preserving?: string[];
                alwaysRecreate?: boolean;
                labels?: components["schemas"]["KeyPatterns"];
                labelsOnConsumerOwnedObjects?: components["schemas"]["KeyPatterns"];
                annotations?: components["schemas"]["KeyPatterns"];
                annotationsOnConsumerOwnedObjects?: components["schemas"]["KeyPatterns"];
            };
            /** @description What the claim allows, for users */
            text?: string;
            /** @description The full permission claim as YAML */
            whole?: string;
        };
        /** @description A permission claim as shown to the user; refused when the export template's claim has changed since */
        AcceptedClaim: components["schemas"]["PermissionClaim"] & {
            whole: string;
        };
        ShownPermissionClaim: components["schemas"]["PermissionClaim"] & {
            text: string;
            whole: string;
        };
        Api: {
            resource: string;
            group: string;
            plural: string;
            kind: string;
            title: string;
            offered: boolean;
            suggestedClaims: components["schemas"]["ShownPermissionClaim"][];
            /** @description The export template with the suggested claims, as YAML for kubectl */
            offerYaml: string;
            boundOn: string[];
            versions: components["schemas"]["ApiVersion"][];
            schema: components["schemas"]["SchemaState"];
        };
        ApiVersion: {
            name: string;
            /** @description Exports have the served versions */
            served: boolean;
            storage: boolean;
            deprecated: boolean;
        };
        /** @description Whether the exports of an API, and the app clusters that bind it, have its present schema */
        SchemaState: {
            /**
             * @description `Waiting`: a konnector has not installed the present schema. `Blocked`: an export cannot follow the API or its template.
             * @enum {string}
             */
            state: "NotExported" | "InSync" | "Waiting" | "Blocked";
            /** @description The first app cluster where this is so, as in `boundOn` */
            cluster?: string;
            /** @description The condition's message */
            message?: string;
        };
        ApiDetail: {
            resource: string;
            versions: (components["schemas"]["ApiVersion"] & {
                /** @description OpenAPI v3 schema */
                schema: {
                    [key: string]: unknown;
                };
            })[];
        };
        /** @description Who may bind an API. Without `groups`, `users` and `issuers` the portal's default applies; an empty list means nobody. */
        Audience: {
            /** @description Groups, or `<issuer>#<group>` */
            groups?: string[];
            /** @description Subjects, or `<issuer>#<subject>` */
            users?: string[];
            /** @description Issuers, all of whose people may bind */
            issuers?: string[];
            /** @description Namespaces whose AppClusterBindings may bind a restricted API, or `*`; absent with `groups`, `users` or `issuers`: none */
            namespaces?: string[];
        };
        AudienceRules: {
            byDefault: components["schemas"]["Audience"];
            /** @description Where people sign in; `klutch-portal` for people and app clusters of this portal */
            issuers: string[];
            /** @description Names without an issuer match nobody */
            needsIssuer: boolean;
        };
        ExportTemplate: {
            namespace: string;
            name: string;
            resource: string;
            title: string;
            claims: components["schemas"]["ShownPermissionClaim"][];
            audience: components["schemas"]["Audience"];
            /** @description Whether the user is in the audience, in lists */
            mayBind?: boolean;
            /** @description Ids of app clusters with an export of this API */
            boundOn: string[];
            problem?: string;
            /** @description Identifies `problem` */
            problemReason?: string;
            /** Format: date-time */
            createdAt?: string;
        };
        ExportTemplateDetail: components["schemas"]["ExportTemplate"] & {
            resourceVersion: string;
            /** @description The template and its roles as YAML for kubectl */
            manifest: string;
            /** @description Newest first; the first is the present one */
            revisions: components["schemas"]["ExportTemplateRevision"][];
        };
        ExportTemplateRevision: {
            revision: number;
            /** @description False for a state that was written outside of the portal, and that no change in the portal has followed yet */
            recorded: boolean;
            /** Format: date-time */
            at?: string;
            /** @description The person's name on the control plane */
            by?: string;
            /** @description The program, for example kubectl-edit */
            manager?: string;
            claims: components["schemas"]["ShownPermissionClaim"][];
            audience: components["schemas"]["Audience"];
        };
        ExportTemplateRequest: {
            /** @description `<plural>.<group>` */
            resource: string;
            claims: components["schemas"]["PermissionClaim"][];
            audience?: components["schemas"]["Audience"];
        };
        ExportTemplateUpdate: {
            /** @description Of the template as it was read; a conflict (409) if it was changed since */
            resourceVersion: string;
            claims: components["schemas"]["PermissionClaim"][];
            audience: components["schemas"]["Audience"];
        };
        ExportTemplatePreviewRequest: components["schemas"]["ExportTemplateRequest"] & {
            /** @description The template to change; absent for a new offer */
            template?: {
                namespace: string;
                name: string;
                resourceVersion: string;
            };
        };
        /** @description Why a cluster would refuse a write of this user */
        Refusal: {
            message: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
            causes?: {
                field?: string;
                message: string;
                reason?: components["schemas"]["Reason"];
                params?: components["schemas"]["ReasonParams"];
            }[];
        };
        ExportTemplatePreview: {
            /** @description The claims as the control plane would store them */
            claims: components["schemas"]["ShownPermissionClaim"][];
            /** @description The template and its roles as YAML for kubectl */
            manifest: string;
            /** @description The manifest of the present template; absent for a new offer */
            before?: string;
            /** @description Applies the manifest */
            command: string;
            /** @description One for each export of the API */
            effects: components["schemas"]["ExportEffect"][];
            /** @description Number of further exports, which the user may not see */
            hiddenEffects: number;
            refusal?: components["schemas"]["Refusal"];
        };
        ExportEffect: {
            /** @description App cluster id, or the cluster namespace when no app cluster is registered */
            cluster: string;
            clusterNamespace: string;
            /** @description Claims that the app cluster has not been asked about; without effect there until they are accepted */
            added: components["schemas"]["ShownPermissionClaim"][];
            /** @description Claims on the same objects as before; what was accepted stays in effect, as far as it is still claimed */
            changed: components["schemas"]["ShownPermissionClaim"][];
            /** @description Claims that end at once */
            removed: components["schemas"]["ShownPermissionClaim"][];
        };
        ExportTemplateDependants: {
            exports: {
                /** @description App cluster id, or the cluster namespace when no app cluster is registered */
                cluster: string;
                clusterNamespace: string;
                /** @description Number of objects of the API; absent while unknown */
                objects?: number;
            }[];
            /** @description Number of further exports, which the user may not see */
            hiddenExports: number;
            /** @description Export requests that would fail */
            waitingRequests: number;
            /** @description App clusters with an export need the roles of the offer */
            rolesAreKept: boolean;
            /** @description Another template offers the same API */
            isOfferedElsewhere: boolean;
            refusal?: components["schemas"]["Refusal"];
        };
        ExportRequest: {
            /** @description App cluster id, or the cluster namespace when no app cluster is registered */
            cluster: string;
            clusterNamespace: string;
            name: string;
            resources: string[];
            phase: string;
            message?: string;
            conditions: components["schemas"]["Condition"][];
            /** Format: date-time */
            createdAt?: string;
        };
        /**
         * @description `Failing`: a condition is false. `Pending`: a condition is unknown, or none was reported yet. `Ready`: all conditions are met.
         * @enum {string}
         */
        ExportState: "Failing" | "Pending" | "Ready";
        Export: {
            state: components["schemas"]["ExportState"];
            claims: components["schemas"]["PermissionClaim"][];
            cluster: string;
            clusterNamespace: string;
            name: string;
            schemaHash?: string;
            conditions: components["schemas"]["Condition"][];
            /** Format: date-time */
            createdAt?: string;
        };
        ApiBinding: {
            name: string;
            ready: boolean;
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
            conditions: components["schemas"]["Condition"][];
        };
        PlatformAppCluster: components["schemas"]["AppCluster"] & {
            /** @description Whether it has a join token, used or unused */
            invited: boolean;
            clusterNamespace?: string;
            konnectorVersion?: string;
            /** Format: date-time */
            lastHeartbeatAt?: string;
            healthText: string;
            /** @description Identifies `healthText`, unless it is the message of a condition */
            healthReason?: string;
            healthParams?: components["schemas"]["ReasonParams"];
            bindings: components["schemas"]["ApiBinding"][];
            conditions: components["schemas"]["Condition"][];
        };
        AppClusterRequest: {
            id: string;
            title: string;
            kubeconfig: string;
        };
        KubeconfigRequest: {
            kubeconfig: string;
        };
        Offboarding: {
            /** @description Namespace that represents the app cluster on the control plane */
            clusterNamespace: string;
            /** @description APIs that are no longer exported, by the title of their service */
            apis: string[];
            /** @description Namespaces of the app cluster that have data on the control plane */
            namespaces: components["schemas"]["OffboardedNamespace"][];
            /** @description Data objects that are deleted permanently */
            liveObjects: number;
            /** @description Everything that is deleted, for users */
            text: string;
            /** @description Identifies `text`; absent when it lists objects */
            textReason?: string;
            textParams?: components["schemas"]["ReasonParams"];
            /** @description Types that could not be counted */
            uncounted: string[];
        };
        OffboardedNamespace: {
            /** @description Name on the app cluster */
            namespace: string;
            /** @description False when it stays, because it was not created for this app cluster or is deleted already */
            deleted: boolean;
            objects: {
                /** @description `<plural>.<group>` */
                resource: string;
                title: string;
                /** @description False for objects that come with a service, such as Secrets */
                data: boolean;
                /** @description Missing where they could not be counted */
                count?: number;
            }[];
        };
        /**
         * @description `Failing`: unreachable, or its konnector is lost. `Degraded`: an API is not ready, a condition is false, or permission claims have no answer. `Waiting`: no konnector has reported yet. `Suspended`: an operator has suspended it. `Healthy`: none of these.
         * @enum {string}
         */
        AppClusterHealth: "Failing" | "Degraded" | "Waiting" | "Suspended" | "Healthy";
        AppClusterSummary: components["schemas"]["AppCluster"] & {
            health: components["schemas"]["AppClusterHealth"];
            healthText: string;
            /** @description Identifies `healthText`, unless it is the message of a condition */
            healthReason?: string;
            healthParams?: components["schemas"]["ReasonParams"];
            konnectorVersion?: string;
            /** Format: date-time */
            lastHeartbeatAt?: string;
            /**
             * Format: date-time
             * @description Since when the konnector has its token; missing without one
             */
            tokenSince?: string;
            /** @description Number of bound APIs */
            apis: number;
            apisNotReady: number;
            /** @description Number of permission claims, of all bound APIs, that nobody has accepted or rejected; 0 where the portal cannot read the answers */
            unansweredClaims: number;
        };
        AppClusterDetail: components["schemas"]["PlatformAppCluster"] & {
            health: components["schemas"]["AppClusterHealth"];
            /** @description All bindings are suspended; false where the portal cannot read them */
            suspended: boolean;
            konnector: components["schemas"]["KonnectorVersions"];
            token: components["schemas"]["KonnectorToken"];
            /** @description Changes of the konnector's state, newest first */
            history: components["schemas"]["KonnectorChange"][];
            /** @description More about each of `bindings`, in their order */
            apis: components["schemas"]["AppClusterApi"][];
            /** @description Objects of each bound API, by title */
            inventory: components["schemas"]["ApiInventory"][];
            withoutObject: components["schemas"]["CopiesWithoutObject"];
        };
        KonnectorVersions: {
            /** @description The version that the konnector reports */
            version?: string;
            /** @description The version that belongs to the portal's version */
            offered: string;
            /** @description The konnector reports another version than the offered one; false before it reports */
            isOutdated: boolean;
        };
        KonnectorToken: {
            /**
             * @description `Valid`; `Expired`: could not be renewed; `Revoked`: the konnector gets a new one when an API is bound again; `None`: no API was bound yet.
             * @enum {string}
             */
            state: "Valid" | "Expired" | "Revoked" | "None";
            /**
             * Format: date-time
             * @description When the token reached this state
             */
            since?: string;
            /** Format: date-time */
            expiresAt?: string;
            message?: string;
        };
        /** @enum {string} */
        KonnectorState: "Healthy" | "Degraded" | "Lost" | "Waiting" | "Unbound";
        KonnectorChange: {
            /**
             * Format: date-time
             * @description When the portal saw the change, within a minute
             */
            at: string;
            state: components["schemas"]["KonnectorState"];
            konnectorVersion?: string;
            /** @description Degraded: the failing condition */
            message?: string;
        };
        AppClusterApi: {
            /** @description `<plural>.<group>` */
            name: string;
            title: string;
            suspended: boolean;
            /** @description Deletions that wait for approval, because there were many at once */
            pausedDeletions?: {
                /** @description Missing if the konnector gives none */
                count?: number;
                /** @description Names the first of them */
                message: string;
            };
            /** @description `whole` of each permission claim that was rejected on the app cluster; empty where the portal cannot read the answers */
            rejectedClaims: string[];
            /** @description Permission claims of the export that nobody has accepted or rejected on the app cluster */
            unansweredClaims: components["schemas"]["ShownPermissionClaim"][];
            /** @description Objects that the konnector does not sync, by the conditions that name them */
            findings: {
                /** @enum {string} */
                type: "OrphanedCopies" | "OrphanedAppClusterCopies" | "NameCollisions" | "RefusedObjects" | "UncheckedObjects";
                message: string;
                /** Format: date-time */
                since?: string;
            }[];
        };
        ApiInventory: {
            /** @description `<plural>.<group>` */
            resource: string;
            title: string;
            /** @description On the app cluster; missing where the portal cannot read them */
            objects?: number;
            /** @description On the control plane */
            copies: number;
        };
        /** @description Copies on the control plane without an object on the app cluster: kept on purpose, or left after a loss. Empty where the portal cannot read both sides. */
        CopiesWithoutObject: {
            total: number;
            /** @description At most 100 */
            items: {
                /** @description `<plural>.<group>` */
                resource: string;
                title: string;
                /** @description On the app cluster */
                namespace: string;
                name: string;
                /** @description On the control plane */
                serviceNamespace: string;
            }[];
        };
        ActionAccess: {
            allowed: boolean;
            /** @description Why not */
            message?: string;
            reason?: components["schemas"]["Reason"];
            params?: components["schemas"]["ReasonParams"];
        };
        PlatformAccess: {
            /** @description Add an app cluster with its kubeconfig */
            register: components["schemas"]["ActionAccess"];
            /** @description Add an app cluster with a join command */
            invite: components["schemas"]["ActionAccess"];
        };
        AppClusterAccess: {
            bind: components["schemas"]["ActionAccess"];
            /** @description Suspend and resume */
            changeBindings: components["schemas"]["ActionAccess"];
            /** @description Approve deletions */
            approve: components["schemas"]["ActionAccess"];
            unbind: components["schemas"]["ActionAccess"];
            kubeconfig: components["schemas"]["ActionAccess"];
            /** @description Revoke */
            tokens: components["schemas"]["ActionAccess"];
            /** @description Revoke, and deliver a new token to the app cluster */
            rotate: components["schemas"]["ActionAccess"];
            offboard: components["schemas"]["ActionAccess"];
        };
        KonnectorManifest: {
            version: string;
            image: string;
            /** @description YAML */
            manifest: string;
            /** @description kubectl command that applies the manifest */
            apply: string;
            /** @description Command of the kubectl plugin */
            cli: string;
        };
        /** @description Values of the preview, so that objects created since the preview are not deleted unseen */
        OffboardingRequest: {
            /** @description The title of the app cluster, or the name of its cluster namespace */
            confirm: string;
            /** @description Value of the preview; refused when there are more objects */
            liveObjects: number;
            /** @description Value of the preview; refused when there is another type */
            uncounted: string[];
        };
        JoinTokenApis: {
            /** @description APIs to bind to the app cluster, and the permission claims to accept */
            apis: components["schemas"]["BindRequest"][];
        };
        JoinTokenRequest: components["schemas"]["JoinTokenApis"] & {
            id: string;
            title: string;
        };
        /**
         * @description `Waiting`: the join command was not run yet. `PickedUp`: the join command was run, but no konnector has reported since. `Arrived`: the konnector has reported, but not all APIs are ready. `Ready`: all APIs are ready. `Expired`: the join command was not run before its join token expired.
         * @enum {string}
         */
        JoinTokenState: "Waiting" | "PickedUp" | "Arrived" | "Ready" | "Expired";
        JoinToken: {
            /** @description Id of the app cluster */
            cluster: string;
            title: string;
            state: components["schemas"]["JoinTokenState"];
            /** @description The state, and what to do */
            stateText: string;
            /** @description Identifies `stateText` */
            stateReason?: string;
            stateParams?: components["schemas"]["ReasonParams"];
            /** @description The app cluster was connected before; the join command binds further APIs */
            further: boolean;
            /** Format: date-time */
            expiresAt: string;
            /** @description The APIs that were chosen */
            resources: string[];
        };
        NewJoinToken: components["schemas"]["JoinToken"] & {
            /** @description The join command, one line for a shell in which kubectl has administrator access to the app cluster. Contains the join token, which can be used once. */
            command: string;
            /** @description Whether the join command also starts a konnector; otherwise an administrator must run one there */
            runsKonnector: boolean;
        };
        BindRequest: {
            /** @description `<plural>.<group>` */
            resource: string;
            /** @description Permission claims to accept; by default all current claims of the export template */
            acceptedClaims?: components["schemas"]["AcceptedClaim"][];
        };
    };
    responses: {
        /** @description What went wrong and what to do about it */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Rows of a page */
        limit: number;
        /** @description Rows before the page */
        offset: number;
        /** @description Id of an app cluster */
        cluster: string;
        namespace: string;
        /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
        resource: string;
        name: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listServices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services, by title */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Service"][];
                        controlPlane: components["schemas"]["Reachability"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listServiceAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An item for each service that the user may see */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ServiceAccess"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    requestService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cluster: string;
                    /** @description What it is for */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Operators see the request */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listOwnServiceRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests of the user who asks, and of nobody else */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OwnServiceRequest"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    withdrawServiceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user has no such request any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listAppClusters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description App clusters, by title */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppCluster"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listNamespaces: {
        parameters: {
            query: {
                /** @description The service, `<plural>.<group>` */
                resource: string;
            };
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Namespaces, writable namespaces first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Namespace"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version; another one than before means that something may have changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listClaims: {
        parameters: {
            query?: {
                type?: components["schemas"]["ClaimType"];
                cluster?: string;
                namespace?: string;
                /** @description Only claims that refer to the instance of this name (bindings, backups and, through their backup, restores) */
                instance?: string;
                /** @description With `instance`: only claims about an instance of this API, `<plural>.<group>` */
                instanceResource?: string;
                /** @description Only claims whose instance does not exist, such as backups of a deleted instance */
                withoutInstance?: boolean;
                /** @description Only claims of this API, `<plural>.<group>` */
                resource?: string;
                state?: components["schemas"]["ClaimState"];
                /** @description Entity ref of the owner */
                owner?: string;
                /** @description Only instances that this catalog component uses, by its entity ref */
                component?: string;
                /** @description Only claims of this name */
                name?: string;
                /** @description Words that occur in name, namespace, service, plan or owner */
                search?: string;
                /** @description Order of the rows; a minus sign reverses it. `state` begins with what needs attention. */
                sort?: "name" | "-name" | "service" | "-service" | "plan" | "-plan" | "where" | "-where" | "state" | "-state" | "lastBackup" | "-lastBackup" | "owner" | "-owner" | "created" | "-created";
                /** @description Rows of a page */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same filters and order */
                cursor?: string;
                /** @description Also count the values that can be filtered by */
                facets?: boolean;
                /** @description Also say what the user may do with each claim of the page */
                may?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of rows on all pages */
                        total: number;
                        /** @description Cursor of the next page; missing on the last one */
                        nextCursor?: string;
                        facets?: components["schemas"]["ClaimFacets"];
                        items: components["schemas"]["Claim"][];
                        /** @description Reachability of every app cluster that the query covers */
                        clusters: components["schemas"]["AppCluster"][];
                        /** @description False while rows may be missing because a cluster is unreachable or was just connected */
                        complete?: boolean;
                        /** @description Whether claims match the query, all in namespaces where the person may not list them */
                        forbidden?: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createClaim: {
        parameters: {
            query?: {
                /** @description Only a dry run on the app cluster; nothing is written */
                dryRun?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimRequest"];
            };
        };
        responses: {
            /** @description The claim as the app cluster stored it (or would store it) */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claim */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteClaim: {
        parameters: {
            query: {
                /** @description The claim's name, as confirmation */
                confirm: string;
                /** @description Its `metadata.uid`, so that a later claim of the same name is not deleted: then the response is 404 */
                uid?: string;
                /** @description Its `metadata.resourceVersion`, so that a claim that was changed since, also by its status, is not deleted: then the response is 409 */
                resourceVersion?: string;
            };
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion was started */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateClaim: {
        parameters: {
            query?: {
                /** @description Only a dry run on the app cluster; nothing is written */
                dryRun?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClaimChange"];
            };
        };
        responses: {
            /** @description The claim as the app cluster stored it (or would store it) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listClaimEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        /** @description The user may not list events in the namespace, so there are no items */
                        hidden: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listClaimActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The activity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Activity"][];
                        /** @description There is more, of related claims that the user may not see or that no longer exist */
                        hidden: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    traceClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The objects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listBindingWorkloads: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workloads */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadList"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    revealCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                namespace: components["parameters"]["namespace"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevealRequest"];
            };
        };
        responses: {
            /** @description The credentials */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listApis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description APIs, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Api"][];
                        controlPlane: components["schemas"]["Reachability"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    previewExportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportTemplatePreviewRequest"];
            };
        };
        responses: {
            /** @description The effect; `refusal` says why the control plane would not accept it. A template that was changed since `resourceVersion` is a conflict (409). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTemplatePreview"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listExportTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export templates, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ExportTemplate"][];
                        audienceRules: components["schemas"]["AudienceRules"];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createExportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportTemplateRequest"];
            };
        };
        responses: {
            /** @description The template */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTemplate"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getExportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["namespace"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTemplateDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateExportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["namespace"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportTemplateUpdate"];
            };
        };
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTemplate"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteExportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["namespace"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API is no longer offered */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listExportTemplateDependants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                namespace: components["parameters"]["namespace"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dependants */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTemplateDependants"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listExportRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export requests, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ExportRequest"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Only exports to this app cluster, by its id */
                cluster?: string;
                state?: components["schemas"]["ExportState"];
                /** @description Words that occur in the name of the API, or in id or title of the app cluster */
                search?: string;
                /** @description Order of the rows; a minus sign reverses it. `state` begins with what needs attention. */
                sort?: "cluster" | "-cluster" | "name" | "-name" | "state" | "-state" | "created" | "-created";
                /** @description Rows of a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows before the page */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of exports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of rows on all pages */
                        total: number;
                        items: components["schemas"]["Export"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getControlPlaneHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The problems */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ControlPlaneHealth"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    traceForSupport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupportTraceRequest"];
            };
        };
        responses: {
            /** @description The claims that match, and the trace if it is a single one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportTraceResult"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listManagedResources: {
        parameters: {
            query?: {
                /** @description Number of types to skip */
                offset?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Types of managed resources */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ManagedResources"][];
                        /** @description Number of all types */
                        total: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPackageUpdates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Packages, by type and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PackageUpdate"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSetUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks, in a fixed order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetUp"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listServiceRequests: {
        parameters: {
            query?: {
                /** @description Also requests that were fulfilled or dismissed within the last 90 days, after the others, newest answers first */
                answered?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Requests that are open, or approved and not bound yet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["OwnServiceRequest"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    dismissServiceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description To the user who asks */
                    message?: string;
                    /**
                     * @description The state that was read; 409 if it is another one by now
                     * @enum {string}
                     */
                    state?: "Open" | "Approved";
                };
            };
        };
        responses: {
            /** @description The request is no longer open */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    approveServiceRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description To the user who asks */
                    message?: string;
                    /**
                     * @description The state that was read; 409 if it is another one by now
                     * @enum {string}
                     */
                    state?: "Open" | "Approved";
                };
            };
        };
        responses: {
            /** @description The request is approved, unless it was answered before */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getPlatformAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answers of the portal's permissions and the control plane */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformAccess"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listAppClusterSummaries: {
        parameters: {
            query?: {
                /** @description Words that occur in id, title or konnector version */
                search?: string;
                health?: components["schemas"]["AppClusterHealth"];
                /** @description Order of the rows; a minus sign reverses it. `health` begins with what needs attention. */
                sort?: "name" | "-name" | "health" | "-health" | "konnector" | "-konnector" | "heartbeat" | "-heartbeat" | "apis" | "-apis" | "token" | "-token";
                /** @description Rows of a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows before the page */
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of app clusters */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of rows on all pages */
                        total: number;
                        items: components["schemas"]["AppClusterSummary"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPlatformAppClusters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description App clusters with konnector, heartbeat and bindings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["PlatformAppCluster"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    registerAppCluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppClusterRequest"];
            };
        };
        responses: {
            /** @description The app cluster */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformAppCluster"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinTokenRequest"];
            };
        };
        responses: {
            /** @description The state of the join token, with the join command, which is returned here only */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewJoinToken"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the join token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinToken"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    replaceJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinTokenApis"];
            };
        };
        responses: {
            /** @description The state of the join token, with the join command, which is returned here only */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewJoinToken"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    cancelJoinToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The join command is cancelled */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getPlatformAppCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app cluster */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppClusterDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAppClusterAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answers of the clusters */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppClusterAccess"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAppClusterCertificates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the server shows now; empty without a kubeconfig */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        findings: components["schemas"]["SetUpFinding"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getKonnectorManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KonnectorManifest"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    suspendAppCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    suspended: boolean;
                };
            };
        };
        responses: {
            /** @description All bindings are suspended, or resumed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    setAppClusterKubeconfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KubeconfigRequest"];
            };
        };
        responses: {
            /** @description The app cluster */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformAppCluster"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    rotateAppClusterToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The konnector has a new token */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    revokeAppClusterTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens are revoked; clusters refuse them within seconds */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    previewOffboarding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offboarding"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    offboardAppCluster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OffboardingRequest"];
            };
        };
        responses: {
            /** @description The deletion was started; it ends when the contents are deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    bindApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BindRequest"];
            };
        };
        responses: {
            /** @description The API is bound */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiBinding"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    approveDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Number of deletions to approve */
                    deletions: number;
                    /** @description Number of waiting deletions that were shown; 409 if it is another one by now */
                    waiting?: number;
                };
            };
        };
        responses: {
            /** @description The deletions are approved */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    unbindApi: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an app cluster */
                cluster: components["parameters"]["cluster"];
                /** @description `<plural>.<group>`, for example `postgresqlinstances.anynines.com` */
                resource: components["parameters"]["resource"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Title of the app cluster */
                    confirm: string;
                };
            };
        };
        responses: {
            /** @description The binding is being deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description False while the konnector releases the objects; the rights on the API are removed when the call is repeated afterwards */
                        done: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
