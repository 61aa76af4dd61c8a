// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.alterTable('klutch_service_requests', table => {
    table
      .string('state')
      .notNullable()
      .defaultTo('Open')
      .comment('Open, Fulfilled or Dismissed');
    table.text('message').comment('Dismissed: what the operator answered');
    table
      .string('answered_at')
      .comment('ISO 8601, UTC; missing while the request is open');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex('klutch_service_requests').whereNot('state', 'Open').delete();
  await knex.schema.alterTable('klutch_service_requests', table => {
    table.dropColumns('state', 'message', 'answered_at');
  });
};
