// Stands for lodash's `isEqual`: what react-admin compares are parameters and values of forms.
export { dequal as default } from 'dequal';
