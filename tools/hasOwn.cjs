// Stands for the `hasown` package: the browsers of the build have it themselves.
module.exports = Object.hasOwn;
