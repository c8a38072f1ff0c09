// Stands for the `decode-uri-component` package: an address that is not well formed is read as it stands.
export default (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
