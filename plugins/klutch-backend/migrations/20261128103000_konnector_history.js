// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.createTable('klutch_konnector_history', table => {
    table.comment('Changes of the state of konnectors, kept for 90 days');
    table.increments('id');
    table.string('cluster').notNullable().comment('Id of the app cluster');
    table.string('at').notNullable().comment('ISO 8601, UTC');
    table.string('state').notNullable();
    table.string('konnector_version');
    table.text('message').comment('The condition that fails');
    table.index(['cluster', 'id']);
  });
  await knex.schema.alterTable('klutch_service_requests', table => {
    table
      .string('notified_state')
      .comment('The state that the person who asked was notified of');
  });
  // Answers that people may have seen already.
  await knex('klutch_service_requests').update({
    notified_state: knex.ref('state'),
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex('klutch_service_requests')
    .where({ state: 'Approved' })
    .update({ state: 'Open', message: null, answered_at: null });
  await knex.schema.alterTable('klutch_service_requests', table => {
    table.dropColumn('notified_state');
  });
  await knex.schema.dropTable('klutch_konnector_history');
};
