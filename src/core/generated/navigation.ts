// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Departments of the navbar and the menu of each programme.
 */
export interface Navigation {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Departments in documented order.
   */
  departments: {
    /**
     * Programme id, or a name of its own.
     */
    id: string;
    title: Text;
    heading?: Text;
    crumb?: Text;
    /**
     * Icon.
     */
    icon?: string;
    /**
     * Entries of the programme's menu page, in order.
     */
    items: {
      /**
       * Name.
       */
      id: string;
      title?: Text;
      /**
       * Opens this form's list. Shown only to who may see the form.
       */
      form?: string;
      /**
       * Opens this path. With `form`, instead of the list.
       */
      path?: string;
      /**
       * Icon.
       */
      icon?: string;
      /**
       * Shown only to who may do this engine action.
       */
      action?: string;
      crumb?: Text;
      /**
       * The breadcrumb of the form begins with its list, without the department.
       */
      alone?: boolean;
    }[];
    /**
     * A Reports entry in the menu: the list of the programme's reports.
     */
    reports?: {
      /**
       * Screen.
       */
      path: string;
      /**
       * Programmes whose reports it lists; default: the department's id.
       *
       * @minItems 1
       */
      programmes?: [string, ...string[]];
    };
    /**
     * Report that the menu's Dashboard opens; default: the first dashboard of its programmes.
     */
    dashboard?: string;
  }[];
  /**
   * Entries of the navbar outside the dropdown: reports, gallery, administration.
   */
  bar: {
    /**
     * Name.
     */
    id: string;
    title?: Text;
    /**
     * Opens this form's list. Shown only to who may see the form.
     */
    form?: string;
    /**
     * Opens this path. With `form`, instead of the list.
     */
    path?: string;
    /**
     * The path lists all reports.
     */
    reports?: true;
    /**
     * Icon.
     */
    icon?: string;
    /**
     * Shown only to who may do this engine action.
     */
    action?: string;
  }[];
  /**
   * Forms for the buttons of people who have filled none lately, in order. Each person gets the first ones that they may fill.
   */
  quick?: {
    /**
     * Form to start from the home screen.
     */
    form: string;
  }[];
}
/**
 * This interface was referenced by `Navigation`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
