// Generated from schemas/ by npm run generate. Do not edit.

/**
 * States of a record and the steps between them. Who may take a step stands in permissions.json.
 */
export interface Workflow {
  /**
   * Path to this meta schema.
   */
  $schema?: string;
  /**
   * Name, the same as the file.
   */
  workflow: string;
  /**
   * State of a record that was just saved.
   */
  initial: string;
  save?: Text;
  /**
   * States in order.
   *
   * @minItems 1
   */
  states: [
    {
      /**
       * State.
       */
      id: string;
      label: Text;
      /**
       * Colour variant.
       */
      variant: 'gray' | 'blue' | 'orange' | 'green' | 'red';
      /**
       * Icon, so that the state is readable without colour.
       */
      icon: string;
      /**
       * Answers cannot be changed in this state.
       */
      locked?: boolean;
      /**
       * Counts in figures where `counting` of forms/common/constants.json asks for states that count; default true.
       */
      counts?: boolean;
    },
    ...{
      /**
       * State.
       */
      id: string;
      label: Text;
      /**
       * Colour variant.
       */
      variant: 'gray' | 'blue' | 'orange' | 'green' | 'red';
      /**
       * Icon, so that the state is readable without colour.
       */
      icon: string;
      /**
       * Answers cannot be changed in this state.
       */
      locked?: boolean;
      /**
       * Counts in figures where `counting` of forms/common/constants.json asks for states that count; default true.
       */
      counts?: boolean;
    }[]
  ];
  /**
   * Steps.
   */
  transitions: {
    /**
     * Name of the step, also the key in recordScope.
     */
    action: string;
    label: Text;
    done: Text;
    /**
     * States it starts from.
     *
     * @minItems 1
     */
    from: [string, ...string[]];
    /**
     * State it leads to.
     */
    to: string;
    /**
     * Whether a comment is asked for.
     */
    comment: 'required' | 'optional' | 'none';
    /**
     * The label and colour of the record change.
     */
    changes_record_status?: boolean;
    after_edit?: Text;
    /**
     * The step that it asks others to take. It is for those who could change the record in another state and may not take that step, so no rule of permissions.json names it. Answers that came too late may come with it.
     */
    asks?: string;
    /**
     * Whether a person may take this step on a record that they created, or that they were the last to change or hand in. Refused by default for a step that judges a record: one that is offered for all waiting records (`bulk`), or that leads an open record to a locked state that counts. Other steps are allowed.
     */
    own_work?: 'refused' | 'allowed';
    /**
     * May be done to all shown records at once.
     */
    bulk?: boolean;
    /**
     * May be done to the selected records of a list at once, with one comment that each of them keeps. `bulk` includes it.
     */
    marked?: boolean;
    /**
     * Look of the button. `back` gives a record back, so it is never the first one; `danger` is also red.
     */
    variant?: 'primary' | 'danger' | 'back' | 'default';
  }[];
}
/**
 * This interface was referenced by `Workflow`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en: string;
  fa: string;
  ps: string;
}
