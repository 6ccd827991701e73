/** The field of person forms that holds the role. */
export const ROLE = 'role';
