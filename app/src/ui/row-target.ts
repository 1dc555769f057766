/**
 * Makes a whole row the target of the link or button in it that opens it (theme.css). Other controls of the row are
 * above it with `relative z-1`.
 */
export const rowTarget = 'row-target'
/** The row around it. */
export const targetRow = 'relative hover:bg-inset/50'
