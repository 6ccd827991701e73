/** Largest widths of windows in which a list has another layout. */

/** Rows instead of a table (896 pixels: phones, tablets held upright, zoomed windows). A table would scroll sideways. */
export const ROWS_WIDTH = '56em';
/** No record beside the list (1,099 pixels). */
export const NO_PREVIEW_WIDTH = '68.7em';
