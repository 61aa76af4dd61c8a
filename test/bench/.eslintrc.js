module.exports = require('../../eslint.room.js')(__dirname);
