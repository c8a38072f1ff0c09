// Stands for code that react-admin brings and this console never runs.
export default () => {
  throw new Error('the library exporter is not used: lists are exported by the server');
};
