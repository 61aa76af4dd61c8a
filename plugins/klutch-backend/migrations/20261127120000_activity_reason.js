// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.alterTable('klutch_activity', table => {
    table.text('reason').comment('Revealed: the reason that the user gave');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex.schema.alterTable('klutch_activity', table => {
    table.dropColumn('reason');
  });
};
