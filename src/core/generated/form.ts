// Generated from schemas/ by npm run generate. Do not edit.

/**
 * BCP 47 tag of a language: fr, ar, ku-Arab.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "language".
 */
export type LanguageTag = string;
/**
 * A field, an engine column (index, status, code, name, province, district, village, organization, created_at, created_by, updated_at, date), what the device said of filling it in (record.started, record.saved, record.device) or parent.<field of the parent>.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "source".
 */
export type Source = string;
/**
 * Conditions on records as the filters of a list; all of them hold.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "where".
 */
export type Where = {
  field: Source;
  /**
   * Comparison.
   */
  op: 'eq' | 'ne' | 'in' | 'empty' | 'gte' | 'lte';
  /**
   * What it is compared with.
   */
  value?: string | number | boolean | unknown[];
  /**
   * In place of the value: the day that many days before today.
   */
  daysAgo?: number;
}[];
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "sourceName".
 */
export type SourceName = string;
/**
 * A field and a JSON Schema its value must match, or an expression; all, any, not combine.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "condition".
 */
export type Condition =
  | {
      /**
       * Stored name.
       */
      field: string;
      /**
       * JSON Schema for the value.
       */
      is: {};
    }
  | {
      expr: Expression;
    }
  | {
      /**
       * @minItems 1
       */
      all: [Condition, ...Condition[]];
    }
  | {
      /**
       * @minItems 1
       */
      any: [Condition, ...Condition[]];
    }
  | {
      not: Condition;
    };
/**
 * CEL (Common Expression Language) over the stored names; forms/README.md lists the functions and says what an unanswered answer does.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "expression".
 */
export type Expression = string;
/**
 * Field type; each has an input, a display and a text face.
 */
export type FieldTypeName =
  | 'acknowledge'
  | 'audio'
  | 'barcode'
  | 'choice'
  | 'code'
  | 'counts'
  | 'date'
  | 'datetime'
  | 'decimal'
  | 'derived'
  | 'email'
  | 'file'
  | 'geopoint'
  | 'geoshape'
  | 'geotrace'
  | 'hidden'
  | 'image'
  | 'integer'
  | 'longtext'
  | 'matrix'
  | 'money'
  | 'multi'
  | 'note'
  | 'person'
  | 'phone'
  | 'place'
  | 'problems'
  | 'range'
  | 'rank'
  | 'rating'
  | 'record'
  | 'scale'
  | 'signature'
  | 'table'
  | 'text'
  | 'time'
  | 'url'
  | 'video'
  | 'year'
  | 'yes-no-dontknow'
  | 'yesno';
/**
 * Name of a file in the folder media of the programme: one for every language, or one for each language of the form.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "mediaFile".
 */
export type MediaFile =
  | string
  | {
      en?: string;
      fa?: string;
      ps?: string;
    };
/**
 * Stored code, never reused; also a number, such as -1 or 1.5.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "optionCode".
 */
export type OptionCode = string;
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "column".
 */
export type Column =
  | Source
  | {
      field: Source;
      /**
       * Documented column key, if it differs.
       */
      key?: string;
      label?: Text;
      /**
       * Default true for fields, code, status, date and places.
       */
      sortable?: boolean;
      /**
       * false: hidden on narrow screens.
       */
      phone?: boolean;
    };

/**
 * Everything people see of one form: words in the languages of the form, layout, list columns, search, detail, actions. The data contract is the JSON Schema beside it.
 */
export interface FormDefinition {
  /**
   * Path to this meta schema, so that editors check and complete the file.
   */
  $schema?: string;
  /**
   * The form's name, the same in file names, API and tests.
   */
  form: string;
  /**
   * Number of this version; a published number never changes its data contract.
   */
  version: number;
  /**
   * site: long-lived entity other records belong to; sheet: rated visit; survey: interview; record, event: single entries; person: staff and monitors; table, log: plain rows; row: what a question of other forms repeats (problem), without records, paths, list and grants of its own.
   */
  kind: 'site' | 'sheet' | 'survey' | 'record' | 'event' | 'person' | 'table' | 'log' | 'row';
  /**
   * Programme the form belongs to; grants and menus go by it.
   */
  programme: string;
  /**
   * Languages of the form's texts; the first is the source, which every text has. Default: en, fa, ps. A text that lacks one of the others is shown in the source.
   *
   * @minItems 1
   * @maxItems 24
   */
  languages?: [LanguageTag, ...LanguageTag[]];
  /**
   * strict (default): a text that is missing in a language, or breaks a rule on words, is an error. advice: it is told and blocks nothing; only the source language must be whole.
   */
  words?: 'strict' | 'advice';
  title: Text;
  plural: Text;
  new?: Text;
  description?: Text;
  /**
   * Name of the icon in the theme's icon register.
   */
  icon?: string;
  /**
   * The record this form's records belong to (a rating belongs to a school).
   */
  parent?: {
    /**
     * Forms a parent may come from.
     *
     * @minItems 1
     */
    forms: [string, ...string[]];
    /**
     * Field (of type record) that holds the parent's id.
     */
    field: string;
    /**
     * Query parameter of the create call that names the parent (school_id).
     */
    param?: string;
  };
  /**
   * How the record's code is made, from a sequence per pattern prefix; {seq} is replaced by the number.
   */
  code?: {
    /**
     * Code with {seq}: CBMS_MO_{seq}.
     */
    pattern: string;
    /**
     * Other patterns by the value of a field: a baseline has CBMS_BL_{seq}.
     */
    by?: {
      /**
       * Field whose value chooses the pattern.
       */
      field: string;
      /**
       * Pattern by value.
       */
      patterns: {
        [k: string]: string;
      };
    };
    /**
     * true: a person may type the code in the field named code; the sequence fills it only when left empty.
     */
    typed?: boolean;
  };
  /**
   * Fields that name the record wherever it is shown; default is the code. Words and numbers are joined by a space. A chosen record, by its own name, a choice, in the reader's language, and a date, as month and year, are set apart by a dot.
   */
  name?: string[];
  /**
   * For a row: names that responses carry beside the stored ones, with the JSON Schema of each; taken back without a word.
   */
  readOnly?: {
    [k: string]: {};
  };
  /**
   * Field of type place that says where the record is; without it the parent's place is used.
   */
  place?: string;
  /**
   * Field that dates the record (monitoring_date); default is the time of creation.
   */
  date?: string;
  /**
   * How often each site is to be visited with this form. Sites without a record in the current period stand on the home of those who may make one.
   */
  due?: {
    /**
     * Period in which each site is due once. Weeks begin on Saturday.
     */
    every: 'week' | 'month' | 'quarter' | 'year';
    /**
     * Calendar of the periods; default solar (Solar Hijri).
     */
    calendar?: 'solar' | 'gregorian';
    /**
     * Field (of type record) that names the site.
     */
    site: string;
    where?: Where;
    /**
     * Column or filter of the site's list that names the person or the people who visit it. Whoever's account speaks for such a person is shown only these sites.
     */
    assigned?: string;
    /**
     * Other forms whose records of the same site count as its visit.
     *
     * @minItems 1
     */
    also?: [string, ...string[]];
  };
  /**
   * Date questions by which something is to be done. Records whose day is near or past stand on the home screen.
   */
  dueDates?: {
    /**
     * Field of type date, or a date column of a table with the tables before it, such as indicators.milestones.date.
     */
    field: string;
    /**
     * For a column: another column of the same row; a row in which it is answered is not due.
     */
    done?: string;
    label: Text;
    /**
     * The day is this many days after the answer; default 0.
     */
    days?: number;
    /**
     * The day comes this many times, each `days` after the one before; default 1.
     */
    times?: number;
    /**
     * Days before the day from which on it is shown; default 14.
     */
    ahead?: number;
    /**
     * Days after the day until which it is shown; default until it is done.
     */
    late?: number;
    where?: Where;
    /**
     * Records of another form that end what is due, such as the survey that was to be done, in states in which things are due (`counting` in forms/common/constants.json). Not for columns of tables.
     */
    unless?: {
      /**
       * A form below this one, or one with a question that names its records.
       */
      form: string;
      /**
       * Field of that form that names this record; default the field of its parent.
       */
      by?: string;
      where?: Where;
    };
  }[];
  /**
   * Field that holds the organisation; without it the parent's.
   */
  organization?: string;
  /**
   * Which question is which part in the gallery, which shows the records of one form as albums and those of the form below it as pictures. Title and day are `name` and `date` of the form. What is left out is not shown.
   */
  gallery?: {
    /**
     * Of a picture: field of type image.
     */
    picture?: string;
    /**
     * Of a picture: fields with its caption, each in its `language`; one that has none holds the caption in any language.
     *
     * @minItems 1
     */
    captions?: [string, ...string[]];
    /**
     * Of an album: field of type choice, from an open list, by which albums are narrowed.
     */
    narrow?: string;
    /**
     * Of an album: field with the place, behind province and district.
     */
    place?: string;
    /**
     * Of an album: field with what it is about.
     */
    description?: string;
    /**
     * Of an album: hidden field with the file of the picture on its cover, which may be chosen then.
     */
    cover?: string;
    /**
     * Of an album: hidden field with the order of the pictures, which may be changed by hand then.
     */
    order?: string;
  };
  /**
   * Client routes. :id is the record, :parent the parent's id.
   */
  paths: {
    /**
     * List screen.
     */
    list: string;
    /**
     * Detail screen.
     */
    record: string;
    /**
     * Edit screen; default is the record path with /edit behind it.
     */
    edit?: string;
    /**
     * Create screens; with :parent the parent is fixed.
     */
    create?: string[];
    /**
     * Screen of the short entry (`quick`).
     */
    quick?: string;
    /**
     * Screen of the figures (`figures`).
     */
    figures?: string;
    /**
     * Other documented paths and the path they show.
     */
    aliases?: {
      [k: string]: string;
    };
  };
  /**
   * How the documented calls of this form answer.
   */
  api: {
    /**
     * First part of the path under /api.
     */
    base: string;
    /**
     * Other bases that answer the same.
     */
    also?: string[];
    /**
     * Key under which one record answers; default data.
     */
    record?: string;
    create?: Sources;
    show?: Sources;
    saved?: Sources;
    /**
     * Other documented names of the record's own id in a body that changes it; <record>_id always is one.
     */
    ids?: string[];
    meta?: Sources;
    /**
     * Further documented GET paths below the base and the keys each answers; a part written :name is read like a parameter of the query.
     */
    calls?: {
      [k: string]: {
        /**
         * Form of the record that the part :id names; the keys are then about that record.
         */
        of?: string;
        keys: Sources;
      };
    };
    /**
     * Records of this form can be proved by anybody: whoever has the token of a record, which nobody can guess, is told these answers and its state without a login, and nothing else.
     */
    public?: {
      /**
       * Client route of the page that tells; :token is the record's own.
       */
      page: string;
      issuer: Text;
      /**
       * Fields whose answers are told, in order.
       *
       * @minItems 1
       */
      fields: [string, ...string[]];
      /**
       * States that are told; a record in any other state is not known to the public.
       *
       * @minItems 1
       */
      states: [string, ...string[]];
    };
    /**
     * Other forms whose records DELETE {base}/{id} deletes too.
     */
    accepts?: string[];
    /**
     * Values of form_type in GET {base}/{id}/forms and what each lists; also the keys of formsCount.
     */
    formTypes?: {
      [k: string]: {
        /**
         * Form whose records are listed.
         */
        form: string;
        /**
         * Field of that form that names this record, where it does not lie below it.
         */
        by?: string;
        /**
         * Only records with these values.
         */
        where?: {
          [k: string]: string;
        };
      };
    };
  };
  /**
   * Name of a file in forms/common/workflows.
   */
  workflow: string;
  /**
   * For kind log: the server itself writes a record of this form for every submission it accepted, or refused. Nobody enters, changes or deletes them by hand.
   */
  log?: {
    /**
     * Kinds of forms whose submissions are logged.
     *
     * @minItems 1
     */
    kinds: [
      'site' | 'sheet' | 'survey' | 'record' | 'event' | 'person',
      ...('site' | 'sheet' | 'survey' | 'record' | 'event' | 'person')[]
    ];
    /**
     * Which submissions.
     */
    outcome: 'accepted' | 'refused';
    /**
     * What is older or more than this is removed, the oldest first.
     */
    keep: {
      /**
       * Longest time an entry is kept.
       */
      days: number;
      /**
       * Most entries that are kept.
       */
      entries: number;
    };
    /**
     * Stored name to what the server knows of the submission. errors: rows of question, code and params; answers: rows of question and answer, of closed scales, numbers and dates only.
     */
    facts: {
      [k: string]:
        | 'at'
        | 'who'
        | 'form'
        | 'action'
        | 'record'
        | 'code'
        | 'site'
        | 'province'
        | 'district'
        | 'village'
        | 'answered'
        | 'reasons'
        | 'errors'
        | 'answers';
    };
  };
  /**
   * The sheet carries the shared problem log.
   */
  problems?: {
    /**
     * Choice list of problem types.
     */
    types: string;
    /**
     * Field of type problems.
     */
    field: string;
    /**
     * Definition of a problem and its version: problem@2; default problem@1.
     */
    row?: string;
  };
  /**
   * Where the notes of saving differ from those of other forms.
   */
  notices?: {
    /**
     * Milliseconds the note of a saved record stays; default 5000.
     */
    saved?: number;
    /**
     * Heading of the note of a refused save; default failed-request.
     */
    failed?: 'failed-request' | 'request-failed';
  };
  /**
   * For a site: whose ratings GET {base}/{id}/rates averages.
   */
  rates?: {
    /**
     * The sheet form.
     */
    form: string;
  };
  /**
   * Layout: every field stands in exactly one section.
   *
   * @minItems 1
   */
  sections: [Section, ...Section[]];
  /**
   * Every field by its stored name (documented name), flat.
   */
  fields: {
    [k: string]: Field;
  };
  /**
   * SHA-256 of the content of each picture and sound, by file name; forms done writes it.
   */
  mediaFiles?: {
    [k: string]: string;
  };
  /**
   * Options that several questions have, by the name of the list; a question names one in `choices`: #wealth.
   */
  lists?: {
    /**
     * @minItems 1
     */
    [k: string]: [ListOption, ...ListOption[]];
  };
  /**
   * Rules between answers that neither the data contract nor a condition can say.
   *
   * @minItems 1
   */
  constraints?: [Constraint, ...Constraint[]];
  /**
   * The list screen.
   */
  list: {
    /**
     * Columns in documented order.
     *
     * @minItems 1
     */
    columns: [Column, ...Column[]];
    /**
     * Fields and engine columns offered as filters.
     */
    filters?: Source[];
    /**
     * What the older search offers with operator, value and sort; default: columns and filters.
     */
    search?: Source[];
    /**
     * Default sort; a minus sign means descending.
     */
    sort?: string;
    /**
     * Outline buttons in the top bar besides create.
     */
    buttons?: {
      /**
       * Form whose list the button opens.
       */
      form: string;
    }[];
    /**
     * Rows a page; default 20.
     */
    perPage?: number;
  };
  /**
   * Two records with the same answers to these fields are probably one visit that was entered twice: whoever saves the second one is asked. It also tells which rows of an import are there already, unless its own `key` says so.
   */
  sameAs?: {
    /**
     * Fields that are compared; one of them is required, none is restricted or a table.
     *
     * @minItems 1
     */
    fields: [string, ...string[]];
  };
  /**
   * What a reviewer of this form is told otherwise than of others.
   */
  review?: {
    /**
     * Flags of `forms/common/review.json` that are other ones for this form.
     */
    flags: {
      /**
       * Many questions are blank. false: not for this form.
       */
      blank?:
        | false
        | {
            /**
             * Types of questions that count.
             *
             * @minItems 1
             */
            types: [
              'rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix',
              ...('rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix')[]
            ];
            /**
             * Blank questions from which it is told.
             */
            from: number;
            /**
             * Share of the questions of these types that must be blank.
             */
            share: number;
          };
      /**
       * All answers are those of the last visit of the same place. false: not for this form.
       */
      unchanged?:
        | false
        | {
            /**
             * Types of questions that count.
             *
             * @minItems 1
             */
            types: [
              'rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix',
              ...('rating' | 'scale' | 'yesno' | 'yes-no-dontknow' | 'choice' | 'multi' | 'matrix')[]
            ];
            /**
             * Questions that must have been answered at least.
             */
            from: number;
          };
      /**
       * The date lies after the day on which the record was last changed. false: not for this form.
       */
      future?:
        | false
        | {
            /**
             * Days that it may lie after it.
             */
            days: number;
          };
      /**
       * The clock of the device was wrong when the date was filled in. false: not for this form.
       */
      clock?:
        | false
        | {
            /**
             * From how many minutes on.
             */
            minutes: number;
          };
      /**
       * A position lies outside the district of the record. false: not for this form.
       */
      outside?:
        | false
        | {
            /**
             * From the district's point, where no borders were imported.
             */
            kilometres: number;
            /**
             * Kilometres from the imported border, whose lines are coarse.
             */
            border: number;
          };
      /**
       * The visit was shorter than it can have been. false: not for this form.
       */
      short?:
        | false
        | {
            /**
             * Field with the time at which it began. Without from and to: the time in which the form was filled in.
             */
            from?: string;
            /**
             * Field with the time at which it ended.
             */
            to?: string;
            /**
             * Least minutes.
             */
            minutes: number;
          };
      /**
       * Another record says the same (`sameAs`). false: not for this form.
       */
      same?: false | {};
    };
  };
  /**
   * Records may be made from a spreadsheet, one a row.
   */
  import?: {
    /**
     * Screen on which the spreadsheet is given.
     */
    path: string;
    /**
     * Fields that are columns, in order; a field with several parts has a column for each.
     *
     * @minItems 1
     */
    fields: [string, ...string[]];
    /**
     * Fields among these whose answers tell whether a record is there already; default all. Such rows are imported only when somebody says so.
     *
     * @minItems 1
     */
    key?: [string, ...string[]];
    /**
     * Most records of one file; default 2000.
     */
    rows?: number;
  };
  /**
   * Two scales crossed: how many records stand where. Drawn above the list, beside the questions and on the screen of the short entry.
   */
  matrix?: {
    title: Text;
    /**
     * Choice with closed options: the rows, the last option on top.
     */
    rows: string;
    /**
     * Choice with closed options: the columns.
     */
    columns: string;
    /**
     * Derived number of both, with bands: its words and colours are those of the cells.
     */
    level: string;
    where?: Where;
  };
  /**
   * A short entry at `paths.quick`: a new record with these questions only, and the matrix for those who see records.
   */
  quick?: {
    title?: Text;
    description?: Text;
    /**
     * Questions in order; every required one that has no default is among them.
     *
     * @minItems 1
     */
    fields: [string, ...string[]];
  };
  /**
   * What questions are about, in order: reports sum up by it (principles of a fair trial).
   *
   * @minItems 1
   */
  topics?: [
    {
      /**
       * What questions name (`topic`).
       */
      id: string;
      label: Text;
    },
    ...{
      /**
       * What questions name (`topic`).
       */
      id: string;
      label: Text;
    }[]
  ];
  /**
   * Figures of the form's records at `paths.figures`, each with the list behind it.
   */
  figures?: {
    title: Text;
    /**
     * What all figures may be narrowed by.
     */
    filters?: Source[];
    /**
     * Figures in order.
     *
     * @minItems 1
     */
    items: [Figure, ...Figure[]];
  };
  /**
   * The detail screen; without it: one tab with all sections, then problems, attachments and history where they exist.
   */
  detail?: {
    /**
     * Tabs in the order of use: what does not fit in one row is in a menu. The first form of a children tab that the reader may create is the main button of the screen.
     */
    tabs?: {
      /**
       * Name of the tab in the URL (?tab=).
       */
      id: string;
      title?: Text;
      /**
       * What the tab draws; default sections.
       */
      show?: 'sections' | 'children' | 'problems' | 'rates' | 'attachments' | 'history';
      /**
       * For sections: which ones; default all.
       */
      sections?: string[];
      /**
       * For children: a key of api.formTypes.
       */
      type?: string;
    }[];
    /**
     * Where the transitions of the workflow are: each a button beside edit and delete (default), or together in a dialog that one button opens.
     */
    transitions?: 'buttons' | 'dialog';
    /**
     * The state of a place at the top of its page, which GET {base}/{id}/overview answers: besides what is named here, open problems of a site and the trend of its rates.
     */
    overview?: {
      /**
       * Keys of api.formTypes whose records are visits; the newest of them is the last visit.
       *
       * @minItems 1
       */
      visits?: [string, ...string[]];
      /**
       * A geopoint field: where the place is.
       */
      position?: string;
      /**
       * People to ask, in order; nobody without an answer is shown.
       */
      people?: {
        title: Text;
        /**
         * Fields with the name; the first one answered.
         *
         * @minItems 1
         */
        name: [string, ...string[]];
        /**
         * Field with the number to call.
         */
        phone?: string;
      }[];
    };
    /**
     * Screens of their own that show the record in another way, as buttons beside its actions.
     */
    links?: {
      /**
       * Path; :id is the record.
       */
      to: string;
      title: Text;
      /**
       * Name of the icon in the theme's icon register.
       */
      icon?: string;
      /**
       * Form whose records are made there: only who may create them sees the button.
       */
      creates?: string;
    }[];
  };
  /**
   * Where the form came from. Nobody who fills in forms gets it.
   */
  origin?: {
    /**
     * The workbook of XLSForm, which an export writes again as it was where the form is as it was.
     */
    xlsform?: {
      sheets: {
        /**
         * Name of the sheet.
         */
        title: string;
        /**
         * Cells of each line from the first on; null for an empty one.
         */
        lines: (string | null)[][];
      }[];
    };
  };
  /**
   * How answers of the version before are read in this one. A question that keeps its id needs no entry, also under a new stored name.
   */
  migrate?: {
    /**
     * Old stored name to new stored name.
     */
    rename?: {
      [k: string]: string;
    };
    /**
     * For a stored name, old or new (`table.column` for a column): old option to new option; null drops the answer.
     */
    map?: {
      [k: string]: {
        [k: string]: string | null;
      };
    };
    /**
     * Old stored name to the new stored names that all take its answer.
     */
    split?: {
      /**
       * @minItems 2
       */
      [k: string]: [string, string, ...string[]];
    };
    /**
     * New stored name to the old ones it takes the answer from: the first one answered, or all chosen options together.
     */
    merge?: {
      /**
       * @minItems 2
       */
      [k: string]: [string, string, ...string[]];
    };
    /**
     * Stored name of the version before to the reason why its answers are not read any more; a column is written table.column.
     */
    drop?: {
      [k: string]: Text;
    };
    /**
     * Values for fields that did not exist.
     */
    set?: {};
  };
  /**
   * What this version changed, for people.
   */
  changes: {
    /**
     * Version it started from; 0 for the first.
     */
    from: number;
    note: Text;
    /**
     * Why this version was published although texts of a strict form are missing in a language or older than their source. They are advice for it; the next version asks again.
     */
    waiver?: string;
  };
}
/**
 * The same words in the languages of the form, the source first: by default English, Dari (fa) and Pashto (ps).
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "text".
 */
export interface Text {
  en?: string;
  fa?: string;
  ps?: string;
}
/**
 * Documented key (dots nest) to its source: record | scope | questions[:<section>,…] | sections | counts | state | definition | sites | places:province | records:<form> | choices:<list> | people:<form>[:role,…] | options:<field> | problems:ongoing | problems:people | problems:types | problems:statuses | children:<form_type> | pairs:<group> (question_id and option_id of the questions numbered in that group of aliases) | download:<field> (address of its newest file) | public (path of the page that proves the record).
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "sources".
 */
export interface Sources {
  [k: string]: SourceName;
}
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "section".
 */
export interface Section {
  /**
   * Name of the section; also the category of its ratings and problem types.
   */
  id: string;
  title: Text;
  help?: Text;
  /**
   * Fields in order, alone or in groups.
   *
   * @minItems 1
   */
  fields: [string | Group, ...(string | Group)[]];
  /**
   * Documented names under which the answers of this section may come as a group, by stored name or question id.
   */
  aliases?: string[];
  /**
   * Fields side by side on a wide screen; default 2.
   */
  columns?: 1 | 2 | 3;
  /**
   * Name of a hand-made drawing of the section, registered outside the engine; without it the fields stand one after the other.
   */
  drawing?: string;
  visibleWhen?: Condition;
}
/**
 * Questions of a section under a small heading.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "group".
 */
export interface Group {
  /**
   * Name of the group, one of its kind in the form.
   */
  group: string;
  title: Text;
  help?: Text;
  visibleWhen?: Condition;
  /**
   * Fields in order.
   *
   * @minItems 1
   */
  fields: [string, ...string[]];
}
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "field".
 */
export interface Field {
  /**
   * Question id: never changes and is never reused, across wording, order, renames and versions.
   */
  id: string;
  type: FieldTypeName;
  label?: Text;
  short?: Text;
  /**
   * One of the form's `topics`, under which reports sum it up.
   */
  topic?: string;
  help?: Text;
  media?: Media;
  placeholder?: Text;
  /**
   * For text and longtext: the language the answer is written in, whoever reads it; direction, letters and voice follow.
   */
  language?: 'en' | 'fa' | 'ps';
  unit?: Text;
  /**
   * Appearance within the type: radio, select, checkboxes, matrix, panels (rows of a table), heading (a note as a heading of the third level); or the name of a widget that the theme registers.
   */
  'ui:widget'?: string;
  /**
   * Options of the widget: rows, accept, maxSize (bytes), maxLength (seconds, of audio and video), wide; today (a new record starts with the current day), maxItems (most files), total (false: the rows of counts do not add up), heading (column whose answer is in the heading of a row), last (a geopoint offers the position of the last record of this form below the same parent).
   */
  'ui:options'?: {};
  /**
   * For choice, multi, rank, matrix scales: closed options, the same codes as the schema's enum.
   *
   * @minItems 1
   */
  options?: [Option, ...Option[]];
  default?: Expression;
  /**
   * The answer is the default; people see it and never change it.
   */
  'ui:readonly'?: boolean;
  filter?: Expression;
  /**
   * Of closed options: another order in each record, the same whenever it is opened; exclusive options stay last.
   */
  order?: 'random';
  /**
   * For choice and multi: name of an open choice list (master table); in a row problems.types, the list that the form names. #name: a list of the form (`lists`), in place of options.
   */
  choices?: string;
  /**
   * For multi: level of the places to choose from, in place of options or a list.
   */
  places?: 'province';
  /**
   * For scale: words of both ends.
   */
  ends?: {
    low: Text;
    high: Text;
  };
  /**
   * For a hidden column of a table: tables of this form; the value is the id (column id) of a row of one of them.
   *
   * @minItems 1
   */
  rowOf?: [string, ...string[]];
  /**
   * For matrix and counts: rows, each a stored property.
   *
   * @minItems 1
   */
  rows?: [
    {
      /**
       * Question id of the row.
       */
      id: string;
      /**
       * Stored name.
       */
      name: string;
      label: Text;
    },
    ...{
      /**
       * Question id of the row.
       */
      id: string;
      /**
       * Stored name.
       */
      name: string;
      label: Text;
    }[]
  ];
  /**
   * For types that store several properties: part to stored name. place: province, district, village; geopoint: latitude, longitude; money: amount, currency.
   */
  bind?: {
    [k: string]: string;
  };
  /**
   * For record: where the choice comes from.
   */
  record?: {
    /**
     * Forms to choose from.
     *
     * @minItems 1
     */
    forms: [string, ...string[]];
    /**
     * Several records.
     */
    multiple?: boolean;
    /**
     * Offers only records with these answers; they must be filters of the other form’s list.
     */
    where?: {
      [k: string]: string;
    };
    /**
     * Offers only records whose answer equals one of this record: field of the other form to stored name here; while that is empty all are offered.
     */
    same?: {
      [k: string]: string;
    };
  };
  /**
   * For person: who may be chosen.
   */
  person?: {
    /**
     * Person forms to choose from; default all.
     *
     * @minItems 1
     */
    forms?: [string, ...string[]];
    /**
     * Only people with one of these roles.
     */
    roles?: string[];
    /**
     * Several people.
     */
    multiple?: boolean;
    /**
     * true: people of the record's province first.
     */
    near?: boolean;
  };
  /**
   * For table: the fields of a row, in order.
   */
  columns?: {
    [k: string]: Field;
  };
  /**
   * For table: columns under small headings.
   *
   * @minItems 1
   */
  groups?: [ColumnGroup, ...ColumnGroup[]];
  /**
   * For table: how many rows there must be. Empty rows are added up to it; while it is unanswered, rows are free. In an inner table it reads the row around it.
   */
  count?: {
    expr: Expression;
  };
  /**
   * For image: true keeps what the camera wrote into the picture (place, time, device) and the picture in its full size. Without it all of that is taken out when the picture comes in.
   */
  keepPosition?: boolean;
  /**
   * For a column of a table: no two rows have the same answer; closed options that another row has are not offered.
   */
  once?: boolean;
  visibleWhen?: Condition;
  /**
   * An answer is needed (true) or not (false); without it, the data contract decides.
   */
  required?: boolean;
  /**
   * How far an answer may go: keywords that the data contract then has; null takes one away. What stands here is the contract's, what does not may stand there.
   */
  limits?: {
    /**
     * Smallest number.
     */
    minimum?: number | null;
    /**
     * Largest number.
     */
    maximum?: number | null;
    /**
     * Step of the numbers.
     */
    multipleOf?: number | null;
    /**
     * Fewest characters.
     */
    minLength?: number | null;
    /**
     * Most characters.
     */
    maxLength?: number | null;
    /**
     * Regular expression that a text matches.
     */
    pattern?: string | null;
    /**
     * Fewest chosen options, files or rows.
     */
    minItems?: number | null;
    /**
     * Most chosen options, files or rows.
     */
    maxItems?: number | null;
  };
  requiredWhen?: Condition;
  /**
   * For a date: stored name of a date of the same record, or of the same row, that it must not come before.
   */
  notBefore?: string;
  /**
   * For a date: today refuses days that are not here yet; calendars do not offer them.
   */
  notAfter?: 'today';
  /**
   * Stored name of the question this text belongs to; documented calls carry both as answers: {choice_id, text}.
   */
  remarkOf?: string;
  /**
   * For text: names offered while typing, from a lookup or a choice list; other text stays possible.
   */
  suggest?: {
    [k: string]: unknown;
  } & {
    /**
     * Path under /api without the id: {base}/{lookup}.
     */
    lookup?: string;
    /**
     * Stored name of the field whose record is asked.
     */
    of?: string;
    /**
     * Choice list whose items are offered in the reader's language. A new record's documented calls offer them as rows.
     */
    choices?: string;
  };
  /**
   * JSON Schema for the answer, or an object with an expression (expr): an answer that matches needs a problem with details.
   */
  problemWhen?: {
    expr?: Expression;
    [k: string]: unknown;
  };
  /**
   * Code in the form's problem types that such an answer asks for; default the field's name.
   */
  problemType?: string;
  derived?: Derivation;
  /**
   * For derived: false keeps the value from forms, records, reviews and prints. It is stored and exported, rules read it, and preview and history show it.
   */
  show?: false;
  /**
   * For a derived number: words for its ranges, from the smallest up.
   *
   * @minItems 1
   */
  bands?: [
    {
      /**
       * Smallest number of the band.
       */
      from: number;
      label: Text;
      /**
       * Colour that repeats the words.
       */
      variant: 'gray' | 'blue' | 'green' | 'orange' | 'red';
    },
    ...{
      /**
       * Smallest number of the band.
       */
      from: number;
      label: Text;
      /**
       * Colour that repeats the words.
       */
      variant: 'gray' | 'blue' | 'green' | 'orange' | 'red';
    }[]
  ];
  /**
   * Sentences of its own for errors of this field, by code of the error catalogue: required, min_length, too_few, unique.
   */
  messages?: {
    [k: string]: Text;
  };
  /**
   * No two living records of the form share this value; asked from the server while typing and again at save.
   */
  unique?: boolean;
  /**
   * Table: names of ids that its rows carry in documented bodies; taken without a word, as a row is part of its record.
   */
  rowIds?: string[];
  /**
   * Other documented names of the same stored value, accepted and returned; a field with several stored names lists one for each, in their order; a dot nests (accessibility.budget), and such a group is also accepted as JSON text.
   */
  aliases?: string[];
  /**
   * Shown only to people of the programme, to roles whose rule names the form and lets them verify, and to administrators.
   */
  restricted?: boolean;
}
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "media".
 */
export interface Media {
  image?: MediaFile;
  alt?: Text;
  audio?: MediaFile;
}
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "option".
 */
export interface Option {
  value: OptionCode;
  label: Text;
  hint?: Text;
  /**
   * What the option belongs to; filter reads it.
   */
  parent?: string;
  /**
   * For multi: chosen alone or not at all, such as “none of these”.
   */
  exclusive?: boolean;
  media?: Media;
}
/**
 * Columns of a table under a small heading in each row.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "columnGroup".
 */
export interface ColumnGroup {
  /**
   * Name of the group, one of its kind in the table.
   */
  group: string;
  title: Text;
  help?: Text;
  /**
   * Columns that stand one after the other.
   *
   * @minItems 1
   */
  fields: [string, ...string[]];
}
/**
 * A value worked out from others; exactly one key.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "derivation".
 */
export interface Derivation {
  /**
   * Sum of numbers; empty ones are left out; a table column is written table.column.
   *
   * @minItems 1
   */
  sum?: [string, ...string[]];
  /**
   * Number of rows of a table or of chosen options.
   */
  count?: string;
  /**
   * Product; empty when one is empty. An option whose code is a number counts by it.
   *
   * @minItems 2
   */
  product?: [string, string, ...string[]];
  /**
   * Mean of the filled ones; ratings count excellent 4, good 3, fair 2, bad 1.
   *
   * @minItems 1
   */
  average?: [string, ...string[]];
  /**
   * First minus second; for dates in days.
   *
   * @minItems 2
   * @maxItems 2
   */
  difference?: [string, string];
  /**
   * Texts joined by a space.
   *
   * @minItems 2
   */
  concat?: [string, string, ...string[]];
  /**
   * Whole years from a date to the record's date.
   */
  age?: string;
  /**
   * For a field that stores several values: every different value of these answers and columns (table.column), in their order.
   *
   * @minItems 1
   */
  collect?: [string, ...string[]];
  expr?: Expression;
}
/**
 * An option, with any further attributes that filters read.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "listOption".
 */
export interface ListOption {
  value: OptionCode;
  label: Text;
  hint?: Text;
  /**
   * What the option belongs to; filter reads it.
   */
  parent?: string;
  /**
   * For multi: chosen alone or not at all, such as “none of these”.
   */
  exclusive?: boolean;
  media?: Media;
}
/**
 * A rule between several answers, with its own message.
 *
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "constraint".
 */
export interface Constraint {
  /**
   * Stays the same across versions.
   */
  id: string;
  expr: Expression;
  /**
   * Stored name of the question that shows the message; members.age for the cell of each row, and the rule is then over that row.
   */
  at: string;
  /**
   * Makes it a warning: stored name of a question that is asked only when the rule is not met, and must be answered then; whoever answers it overrules the rule. With at members.age a column of the same table, members.age_reason.
   */
  reason?: string;
  message: Text;
}
/**
 * This interface was referenced by `FormDefinition`'s JSON-Schema
 * via the `definition` "figure".
 */
export interface Figure {
  /**
   * Name of the figure in the answer and in the page.
   */
  id: string;
  /**
   * count, average: one number; bars, donut: records by a field; months: by month of a date; ages: by days since a date.
   */
  show: 'count' | 'average' | 'bars' | 'donut' | 'months' | 'ages';
  title: Text;
  help?: Text;
  by?: Source;
  of?: Source;
  where?: Where;
  /**
   * For ages: last day of each group; one more group holds what is older.
   *
   * @minItems 1
   */
  limits?: [number, ...number[]];
  /**
   * For ages: what is older than so many days is late.
   */
  overdue?: number;
  /**
   * For count: more than none is a reason to act.
   */
  alarm?: boolean;
}
