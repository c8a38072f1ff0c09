// Stands for the `object.entries` package: every browser of the build's target has it.
module.exports = Object.entries;
