// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.alterTable('klutch_activity', table => {
    table
      .string('once_key', 64)
      .unique()
      .comment('The same for the same action of the backup schedule');
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex.schema.alterTable('klutch_activity', table => {
    table.dropColumn('once_key');
  });
};
