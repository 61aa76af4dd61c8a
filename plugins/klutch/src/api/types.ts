/** Schemas of the REST API under the names that the frontend uses. */
import type {
  operations,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';

export type Activity = Schemas['Activity'];
export type Api = Schemas['Api'];
export type AppCluster = Schemas['AppCluster'];
export type JoinToken = Schemas['JoinToken'];
export type BindRequest = Schemas['BindRequest'];
export type Claim = Schemas['Claim'];
export type ClaimDetail = Schemas['ClaimDetail'];
export type ClaimEvent = Schemas['Event'];
export type ClaimChange = Schemas['ClaimChange'];
export type ClaimRequest = Schemas['ClaimRequest'];
export type ClaimSort = NonNullable<
  NonNullable<operations['listClaims']['parameters']['query']>['sort']
>;
export type BackupSchedule = Schemas['BackupSchedule'];
export type ClaimState = Schemas['ClaimState'];
export type ClaimType = Schemas['ClaimType'];
export type ClaimFacets = Schemas['ClaimFacets'];
export type Condition = Schemas['Condition'];
export type ControlPlaneComponent = Schemas['ControlPlaneComponent'];
export type ControlPlaneHealth = Schemas['ControlPlaneHealth'];
export type ControlPlaneProblem = Schemas['ControlPlaneProblem'];
export type ManagedResources = Schemas['ManagedResources'];
export type PackageUpdate = Schemas['PackageUpdate'];
export type SetUp = Schemas['SetUp'];
export type SetUpCheck = Schemas['SetUpCheck'];
export type SetUpFinding = Schemas['SetUpFinding'];
export type Credentials = Schemas['Credentials'];
export type CredentialField = Credentials['fields'][number];
export type ExportTemplate = Schemas['ExportTemplate'];
export type Hop = Schemas['Hop'];
export type Me = Schemas['Me'];
export type Namespace = Schemas['Namespace'];
export type NewJoinToken = Schemas['NewJoinToken'];
export type PermissionClaim = Schemas['ShownPermissionClaim'];
export type Plan = Schemas['Plan'];
export type PlatformAppCluster = Schemas['PlatformAppCluster'];
export type Reachability = Schemas['Reachability'];
export type Service = Schemas['Service'];
export type ServiceList =
  operations['listServices']['responses'][200]['content']['application/json'];
export type Trace = Schemas['Trace'];
export type TraceObject = Schemas['TraceObject'];
export type ServiceDetail = Schemas['ServiceDetail'];

/** Identifies a claim in URLs, query keys and REST paths. */
export interface ClaimKey {
  /** Id of the app cluster. */
  cluster: string;
  namespace: string;
  /** `<plural>.<group>` */
  resource: string;
  name: string;
}
export type WorkloadList = Schemas['WorkloadList'];
