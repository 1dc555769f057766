/**
 * Makes a whole row the click target of the link or button that opens it (theme.css). Other controls of the row are
 * above it with `relative z-1`.
 */
export const rowTarget = 'row-target'
/** The row around it. */
export const targetRow = 'relative hover:bg-inset/50'
