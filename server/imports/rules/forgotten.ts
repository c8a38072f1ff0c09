// Former values that a load has kept of a card live as long as its workbook and as their person.

/** Stands where the former values of a changed card were kept: they are gone, and so is the way back. */
export const FORGOTTEN = JSON.stringify({ is_forgotten: true });
