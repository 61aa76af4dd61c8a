// Instead of the messages of libraries in languages that no page has.
module.exports = {};
