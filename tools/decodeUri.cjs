// Stands for the `decode-uri-component` package: an address that is not well formed is read as it stands.
module.exports = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
