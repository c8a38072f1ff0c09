// Stands for the `warning` package: what it says is for the console of a developer.
module.exports = () => {};
