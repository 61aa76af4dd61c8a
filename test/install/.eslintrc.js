module.exports = require('../../eslint/packageBoundaries')(__dirname);
