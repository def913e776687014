/** Longer lists are divided into plan families. */
export const maxPlansInGrid = 6;
