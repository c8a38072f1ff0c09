// A token as the browser reads it: nobody has signed it.

/** Of an official of a region; `more` says what is otherwise. */
export const tokenOf = (more: object = {}) => {
  const claims = {
    id: 7,
    sid: 1,
    uname: 'Белов О. И.',
    is_superuser: 0,
    role: 'official',
    region: 1,
    mo: null,
    po: null,
    region_name: 'Регион',
    mo_name: null,
    po_name: null,
    region_rights: [1],
    mo_rights: [],
    po_rights: [],
    capabilities: [1, 2, 3],
    exp: Math.floor(Date.now() / 1000) + 600,
    ...more,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
};
