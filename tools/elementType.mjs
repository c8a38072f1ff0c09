// Stands for `react-is` where themes are merged and components named: a component is taken as it is, never merged.
export const isValidElementType = (value) =>
  typeof value === 'string' || typeof value === 'function' || Boolean(value && value.$$typeof);
export const ForwardRef = Symbol.for('react.forward_ref');
export const Memo = Symbol.for('react.memo');
