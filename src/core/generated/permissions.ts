// Generated from schemas/ by npm run generate. Do not edit.

/**
 * Roles and the one rule table that drives server, lists and buttons. A grant = role x programme x province; a rule answers for every grant of its roles.
 */
export interface Permissions {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Roles.
   *
   * @minItems 1
   */
  roles: [
    {
      /**
       * Role.
       */
      id: string;
      label: Text;
      note?: Text;
      /**
       * Field role: offered in selects of staff.
       */
      field?: boolean;
    },
    ...{
      /**
       * Role.
       */
      id: string;
      label: Text;
      note?: Text;
      /**
       * Field role: offered in selects of staff.
       */
      field?: boolean;
    }[]
  ];
  /**
   * Rules; one that holds is enough.
   *
   * @minItems 1
   */
  rules: [
    {
      /**
       * Name of the rule, named in the reason.
       */
      id: string;
      label?: Text;
      /**
       * Roles it is for.
       *
       * @minItems 1
       */
      roles: [string, ...string[]];
      /**
       * Forms; default all.
       */
      forms?: string[];
      /**
       * Form kinds; default all.
       */
      kinds?: string[];
      /**
       * create, view, edit, delete, share (views of lists), a workflow action, or engine actions (accounts, choices, definitions, restore, export). * means all.
       *
       * @minItems 1
       */
      actions: [string, ...string[]];
      /**
       * States in which it holds; default all.
       */
      states?: string[];
      /**
       * true: only records the person created.
       */
      own?: boolean;
      /**
       * granted (default): forms of the grant's programme, or all if the grant names none; any: also forms of other programmes.
       */
      programme?: 'granted' | 'any';
      /**
       * granted (default): records of the grant's province, or anywhere if the grant names none.
       */
      place?: 'granted' | 'any';
    },
    ...{
      /**
       * Name of the rule, named in the reason.
       */
      id: string;
      label?: Text;
      /**
       * Roles it is for.
       *
       * @minItems 1
       */
      roles: [string, ...string[]];
      /**
       * Forms; default all.
       */
      forms?: string[];
      /**
       * Form kinds; default all.
       */
      kinds?: string[];
      /**
       * create, view, edit, delete, share (views of lists), a workflow action, or engine actions (accounts, choices, definitions, restore, export). * means all.
       *
       * @minItems 1
       */
      actions: [string, ...string[]];
      /**
       * States in which it holds; default all.
       */
      states?: string[];
      /**
       * true: only records the person created.
       */
      own?: boolean;
      /**
       * granted (default): forms of the grant's programme, or all if the grant names none; any: also forms of other programmes.
       */
      programme?: 'granted' | 'any';
      /**
       * granted (default): records of the grant's province, or anywhere if the grant names none.
       */
      place?: 'granted' | 'any';
    }[]
  ];
  /**
   * Further steps that nobody takes on their own record, besides those that the workflow leaves to somebody else (`own_work`). `definitions`: who wrote in the draft of a version does not publish it.
   */
  fourEyes?: {
    /**
     * Workflow steps, or definitions.
     *
     * @minItems 1
     */
    actions: [string, ...string[]];
    /**
     * Forms; default all.
     *
     * @minItems 1
     */
    forms?: [string, ...string[]];
    /**
     * Form kinds; default all.
     *
     * @minItems 1
     */
    kinds?: [string, ...string[]];
  }[];
  /**
   * Areas of work with a permission screen of their own.
   */
  areas?: {
    /**
     * Name; menus show its screen to who may do permissions:<id>.
     */
    id: string;
    title: Text;
    /**
     * Roles of the area: who has one may look at its permissions, and they are given and taken on its screen.
     *
     * @minItems 1
     */
    roles: [string, ...string[]];
    /**
     * Forms of the area.
     *
     * @minItems 1
     */
    forms: [string, ...string[]];
  }[];
}
/**
 * This interface was referenced by `Permissions`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
