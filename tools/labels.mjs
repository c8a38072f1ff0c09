// Stands for the `inflection` package: react-admin makes English titles with it, our resources and fields bring Russian ones.
const asIs = (text) => text;
export {
  asIs as capitalize,
  asIs as humanize,
  asIs as inflect,
  asIs as pluralize,
  asIs as singularize,
  asIs as transform,
};
