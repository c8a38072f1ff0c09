// Changes that no test can notice, each with the reason: another guard stands behind, or no state reaches the place.
export const equivalent: { file: string; old: string; fresh: string; why: string }[] = [];
