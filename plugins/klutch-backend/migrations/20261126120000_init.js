// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.createTable('klutch_service_requests', table => {
    table.comment(
      'Requests of users for services that their app cluster does not bind yet',
    );
    table
      .string('id', 32)
      .primary()
      .comment('The same for the same service, app cluster and user');
    table.string('resource').notNullable();
    table.string('cluster').notNullable();
    table.string('user_ref').notNullable();
    table.text('note').notNullable();
    table.string('requested_at').notNullable().comment('ISO 8601, UTC');
  });
  await knex.schema.createTable('klutch_activity', table => {
    table.comment('What people did to claims in the portal');
    table.increments('id');
    table.string('at').notNullable().index().comment('ISO 8601, UTC');
    table.string('user_ref').comment('Missing: the backup schedule');
    table.string('action').notNullable();
    table.string('cluster').notNullable();
    table.string('namespace').notNullable();
    table.string('resource').notNullable();
    table.string('name').notNullable();
    table.string('type').notNullable();
    table
      .string('instance_resource')
      .comment('API of the instance that the claim is or refers to');
    table.string('instance_name');
    table.text('fields').comment('JSON: the changed fields of spec');
    table.index(['cluster', 'namespace', 'instance_resource', 'instance_name']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex.schema.dropTable('klutch_activity');
  await knex.schema.dropTable('klutch_service_requests');
};
