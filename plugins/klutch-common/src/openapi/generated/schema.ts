// Generated from openapi.yaml by `yarn openapi`. Do not edit.

export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who the clusters see, and what this person may do in the portal */
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
        /** Data services that are offered */
        get: operations["listServices"];
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
        /** One service with what a form needs */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** One claim, read live as the user */
        get: operations["getClaim"];
        put?: never;
        post?: never;
        /** Delete a claim; the control plane's copy and the service behind it go with it */
        delete: operations["deleteClaim"];
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
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an API; live exports stay, new bindings are not possible */
        delete: operations["deleteExportTemplate"];
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
        get: operations["listExports"];
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
        /** Register an app cluster by a kubeconfig for the portal's own user there */
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
        post: operations["inviteAppCluster"];
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
        get: operations["getAppClusterInvitation"];
        put?: never;
        /** Get a join command that binds APIs to an app cluster without a kubeconfig. It replaces the previous one, whose join token is revoked */
        post: operations["inviteAppClusterAgain"];
        /** Cancel the join command of an app cluster. The join token is revoked. An app cluster that has never been connected is also unregistered, and what was created for it on the control plane is deleted */
        delete: operations["cancelAppClusterInvitation"];
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
        /** Give the portal a kubeconfig of a registered app cluster: of one that has none, or in place of one that is of no use any more */
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
        post?: never;
        /** Revoke all tokens of an app cluster and its unused join token, as when somebody else has one. Bindings and data stay; its konnector gets another token when an API is bound again, or by another join command */
        delete: operations["endAppClusterTokens"];
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
        /** What goes on the control plane when an app cluster is offboarded; changes nothing */
        get: operations["previewOffboarding"];
        put?: never;
        /** End an app cluster on the control plane, with the data in its service namespaces; it is registered no more. The app cluster itself is not touched */
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
        /** Bind an offered API to an app cluster that the portal has a kubeconfig of, accepting the permission claims named */
        post: operations["bindApi"];
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
                /** @description A sentence for people */
                message: string;
                /** @description Which field is wrong, as the cluster said */
                causes?: {
                    /** @description Path in the claim */
                    field?: string;
                    message: string;
                }[];
            };
        };
        Me: {
            userRef: string;
            /** @description The name the clusters know this person by */
            kubernetesUser: string;
            kubernetesGroups: string[];
            /** @description May open the platform pages */
            operator: boolean;
            /** @description May reveal credentials */
            mayReveal: boolean;
            /** @description False where Backstage asks no permission policy, so that everybody has all permissions */
            permissionsEnabled: boolean;
        };
        Reachability: {
            reachable: boolean;
            /**
             * Format: date-time
             * @description When this state began
             */
            since?: string;
            /** @description Why not */
            message?: string;
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
            /** @description Instance: the APIs for its service bindings, backups and restores, each `<plural>.<group>`; it has none of what is not named */
            relatedApis?: {
                binding?: string;
                backup?: string;
                restore?: string;
            };
            title: string;
            description: string;
            icon: string;
            /** @description False for one that was withdrawn: app clusters that bind it keep it, and no other can bind it */
            offered: boolean;
            versions: components["schemas"]["Choice"][];
            /** @description Every app cluster, and whether the API is bound there */
            clusters: {
                id: string;
                title: string;
                bound: boolean;
            }[];
        };
        Choice: {
            value: string;
            title: string;
            /** @description Whether this control plane can run it */
            available: boolean;
            /** @description Why not */
            reason?: string;
        };
        Plan: components["schemas"]["Choice"] & {
            replicas?: number;
            memory?: string;
            storage?: string;
            connections?: number;
            description?: string;
        };
        ServiceDetail: components["schemas"]["Service"] & {
            apiVersion: string;
            group: string;
            plural: string;
            plans: components["schemas"]["Plan"][];
            /** @description What `spec.compositionRef.name` should be */
            defaultComposition?: string;
            /** @description OpenAPI v3 schema of the claim (`spec` with its `x-kubernetes-validations`) */
            schema: {
                [key: string]: unknown;
            };
        };
        AppCluster: {
            id: string;
            title: string;
            /**
             * @description `kubeconfig`: the portal reaches it. `konnector`: only its konnector is connected, so the portal shows and changes nothing there.
             * @enum {string}
             */
            connection: "kubeconfig" | "konnector";
            reachability: components["schemas"]["Reachability"];
        };
        Namespace: {
            name: string;
            writable: boolean;
            reason?: string;
        };
        Claim: {
            cluster: string;
            namespace: string;
            resource: string;
            kind: string;
            type: components["schemas"]["ClaimType"];
            name: string;
            uid: string;
            serviceTitle?: string;
            /** @description Instance: `spec.service` */
            service?: string;
            /** @description Instance: `spec.plan` */
            plan?: string;
            /** @description Binding, backup: the instance; restore: the instance of its backup */
            instanceRef?: string;
            /** @description API of that instance, `<plural>.<group>`; missing when no API says that such claims are about its instances */
            instanceResource?: string;
            /** @description Restore: the backup */
            backupRef?: string;
            /** @description Entity ref of who ordered it */
            owner?: string;
            state: components["schemas"]["ClaimState"];
            /** @description The state in words, for example "Waiting for konnector" */
            stateText: string;
            /** @description What is wrong and what to do */
            message?: string;
            deleting: boolean;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Instance: newest backup that is done
             */
            lastBackupAt?: string;
            /** @description Backup: bytes */
            size?: number;
            /**
             * Format: date-time
             * @description Backup, restore: when it ended
             */
            finishedAt?: string;
            /**
             * Format: date-time
             * @description Set while the app cluster cannot be reached
             */
            lastSeenAt?: string;
        };
        Hop: {
            /** @enum {string} */
            id: "request" | "appCluster" | "konnector" | "controlPlane" | "service";
            title: string;
            /** @enum {string} */
            state: "done" | "active" | "failed" | "waiting";
            /** Format: date-time */
            at?: string;
            /** @description A sentence; for a failed hop what to do */
            message?: string;
        };
        Event: {
            type: string;
            reason: string;
            message: string;
            /** Format: date-time */
            at?: string;
            count?: number;
        };
        ClaimDetail: components["schemas"]["Claim"] & {
            hops: components["schemas"]["Hop"][];
            conditions: components["schemas"]["Condition"][];
            events: components["schemas"]["Event"][];
            /** @description The claim as YAML */
            manifest: string;
        };
        ClaimRequest: {
            cluster: string;
            namespace: string;
            resource: string;
            name: string;
            spec: {
                [key: string]: unknown;
            };
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
            };
            /** @description What it lets happen, in words */
            text?: string;
            /** @description All that it says, as YAML */
            whole?: string;
        };
        /** @description A claim as it was shown; refused when the offer's claim says something else by now */
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
            /** @description What offering it with the suggested claims creates */
            offerYaml: string;
            boundOn: string[];
        };
        ExportTemplate: {
            namespace: string;
            name: string;
            resource: string;
            title: string;
            claims: components["schemas"]["ShownPermissionClaim"][];
            claimsText: string;
            /** @description Ids of app clusters with an export of this API */
            boundOn: string[];
            problem?: string;
            /** Format: date-time */
            createdAt?: string;
        };
        ExportTemplateRequest: {
            /** @description `<plural>.<group>` */
            resource: string;
            claims: components["schemas"]["PermissionClaim"][];
        };
        ExportRequest: {
            /** @description App cluster id */
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
        Export: {
            cluster: string;
            clusterNamespace: string;
            name: string;
            claimsText: string;
            schemaHash?: string;
            conditions: components["schemas"]["Condition"][];
            /** Format: date-time */
            createdAt?: string;
        };
        ApiBinding: {
            name: string;
            ready: boolean;
            message?: string;
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
            /** @description What confirms the offboarding */
            clusterNamespace: string;
            /** @description Data objects that are deleted for good */
            liveObjects: number;
            /** @description All that goes, in words */
            text: string;
            /** @description Types that could not be counted */
            uncounted: string[];
        };
        /** @description What the preview said, so that what came since is not deleted unseen */
        OffboardingRequest: {
            /** @description The name of the cluster namespace */
            confirm: string;
            /** @description As the preview said; more is refused */
            liveObjects: number;
            /** @description As the preview said; another type is refused */
            uncounted: string[];
        };
        InvitedApis: {
            /** @description APIs that are bound to it, accepting the permission claims named */
            apis: components["schemas"]["BindRequest"][];
        };
        AppClusterInvitationRequest: components["schemas"]["InvitedApis"] & {
            id: string;
            title: string;
        };
        /**
         * @description `Waiting`: the join command was not run yet. `PickedUp`: it was run, and no konnector has reported since. `Arrived`: the konnector has reported, and not all APIs are ready. `Ready`: all APIs are ready. `Expired`: the join command was not run, and its join token has expired.
         * @enum {string}
         */
        AppClusterInvitationState: "Waiting" | "PickedUp" | "Arrived" | "Ready" | "Expired";
        AppClusterInvitation: {
            /** @description Id of the app cluster */
            cluster: string;
            title: string;
            state: components["schemas"]["AppClusterInvitationState"];
            /** @description The state */
            stateText: string;
            /** @description The app cluster was connected before; the join command binds further APIs */
            further: boolean;
            /** Format: date-time */
            expiresAt: string;
            /** @description The APIs that were chosen */
            resources: string[];
        };
        NewAppClusterInvitation: components["schemas"]["AppClusterInvitation"] & {
            /** @description The join command, one line for a shell in which kubectl is an administrator of the app cluster. Contains the join token, which can be used once. */
            command: string;
            /** @description Whether the join command also starts a konnector; otherwise an administrator must run one there */
            runsKonnector: boolean;
        };
        BindRequest: {
            /** @description `<plural>.<group>` */
            resource: string;
            /** @description Permission claims that are accepted; all that the template makes at this moment when absent */
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
            /** @description Offered services, by title */
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
            /** @description Namespaces, those that may be written to first */
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Claims, by cluster, namespace and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Claim"][];
                        /** @description Reachability of every app cluster that was asked for */
                        clusters: components["schemas"]["AppCluster"][];
                        /** @description False while rows may be missing, because a cluster is away or has just been connected */
                        complete?: boolean;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createClaim: {
        parameters: {
            query?: {
                /** @description Let the app cluster check the claim and write nothing */
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
                /** @description The claim's name, typed again */
                confirm: string;
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
            /** @description Deletion has begun */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
        requestBody?: never;
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
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Exports, by app cluster and name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Export"][];
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
    inviteAppCluster: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppClusterInvitationRequest"];
            };
        };
        responses: {
            /** @description The state of the join token, with the join command, which is returned here only */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewAppClusterInvitation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAppClusterInvitation: {
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
                    "application/json": components["schemas"]["AppClusterInvitation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    inviteAppClusterAgain: {
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
                "application/json": components["schemas"]["InvitedApis"];
            };
        };
        responses: {
            /** @description The state of the join token, with the join command, which is returned here only */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewAppClusterInvitation"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    cancelAppClusterInvitation: {
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
    endAppClusterTokens: {
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
            /** @description The tokens are revoked; they are refused within seconds */
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
            /** @description What would go */
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
            /** @description Everything is asked to go, which takes as long as its contents do */
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
}
