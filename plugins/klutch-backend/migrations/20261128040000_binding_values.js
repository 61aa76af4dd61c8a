// @ts-check

/** @param {import('knex').Knex} knex */
exports.up = async knex => {
  // Earlier versions made this table when it was first used; its open handshakes and join tokens stay valid.
  if (await knex.schema.hasTable('klutch_binding_values')) return;
  await knex.schema.createTable('klutch_binding_values', table => {
    table.comment('What lasts from one step of a binding to the next');
    table.string('kind', 63).notNullable();
    table.string('id_hash', 64).notNullable();
    table.text('value').notNullable().comment('JSON');
    table
      .bigInteger('expires_at')
      .notNullable()
      .index()
      .comment('Milliseconds since 1970');
    table.primary(['kind', 'id_hash']);
  });
};

/** @param {import('knex').Knex} knex */
exports.down = async knex => {
  await knex.schema.dropTable('klutch_binding_values');
};
