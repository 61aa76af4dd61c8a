// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  await knex.schema.createTable('klutch_notifications', table => {
    table.comment('Problems that owners were notified of, until they are over');
    table
      .string('scope', 64)
      .primary()
      .comment('The same for the same problem of the same instance');
    table.string('cluster').notNullable();
    table.string('recipient').notNullable().comment('Entity ref');
    table.text('resolved_title').notNullable();
    table.text('link').notNullable();
    table.string('topic').notNullable();
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex.schema.dropTable('klutch_notifications');
};
