/** Annotations on claims and on catalog entities. */

/** On catalog entities: `<app cluster>/<namespace>/<plural>.<group>/<name>` of the claim. @public */
export const KLUTCH_CLAIM_ANNOTATION = 'klutch.anynines.com/claim';

/** On catalog entities of a service: `<plural>.<group>`. @public */
export const KLUTCH_SERVICE_ANNOTATION = 'klutch.anynines.com/service';

/** On claims ordered through the portal: entity ref of the user who ordered the claim. @public */
export const KLUTCH_OWNER_ANNOTATION = 'klutch.anynines.com/owner';

/**
 * On service bindings: name of the service binding of the same instance that this one replaces. While both exist, the
 * credentials are being rotated.
 * @public
 */
export const KLUTCH_REPLACES_ANNOTATION = 'klutch.anynines.com/replaces';
