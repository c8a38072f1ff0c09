// Stands for code that react-admin brings and this console never runs.
export default () => {
  throw new Error('a part of a library that this console does not use');
};
