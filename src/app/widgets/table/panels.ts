/** Name of the look in which each row is a panel, in `ui:widget`. */
export const PANELS_LOOK = 'panels';
