// The two addresses of the console that its first rows lead to or stand at.
export const pages = { garages: '/', garage: (id: number) => `/garage/${id}` };
