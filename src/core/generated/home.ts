// Generated from schemas/ by npm run generate. Do not edit.

/**
 * figures: sites visited of those due, visits that wait for a check, open problems and the average answer, for the form that most sites are due for; returned: own records to be corrected, with what was asked; drafts: unfinished forms of this device; sites-due: sites without a visit in the current period (`due` of forms); to-check: records that wait for this person's decision; nobody-verifies: records that wait for a verification which nobody may do, because all who may have written them (only with the server); dates-due: days that are near or past (`dueDates` of forms); problems: what became of problems that this person reported; quick: buttons for the forms this person fills most, before that for those in `quick` of the navigation; forms: one line for each form with what waits in which state; activity: latest changes; departments: menus of the departments.
 */
export type CardKind =
  | 'figures'
  | 'returned'
  | 'drafts'
  | 'sites-due'
  | 'to-check'
  | 'nobody-verifies'
  | 'dates-due'
  | 'problems'
  | 'quick'
  | 'forms'
  | 'activity'
  | 'departments';

/**
 * Cards of the home screen, by role.
 */
export interface Home {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * The first one that fits a person is theirs. The last one has neither roles nor programmes and fits everybody.
   */
  homes: {
    /**
     * Name.
     */
    id: string;
    /**
     * For people with one of these roles; default any role.
     *
     * @minItems 1
     */
    roles?: [string, ...string[]];
    /**
     * For people whose grant names one of these programmes; default any programme.
     *
     * @minItems 1
     */
    programmes?: [string, ...string[]];
    /**
     * Cards from top to bottom. Those without anything to show are left out.
     *
     * @minItems 1
     */
    cards: [CardKind, ...CardKind[]];
  }[];
}
