// Generated from schemas/ by npm run generate. Do not edit.
import type {Constants} from './constants.ts';
import type {FormDefinition} from './form.ts';
import type {Home} from './home.ts';
import type {Navigation} from './navigation.ts';
import type {Permissions} from './permissions.ts';
import type {ReportDefinition} from './report.ts';
import type {Workflow} from './workflow.ts';

/**
 * A text in which something can be read.
 */
export type NonEmptyText = string;
export type NewAccountInput = AccountInput;
export type Role = Permissions['roles'][number];
export type Rule = Permissions['rules'][number];
export type PublishAnswer = PublishResponse | DryRunResponse;
export type PublishPartAnswer = PublishedPartResponse | PartDryRunResponse;
export type TextState = 'missing' | 'machine' | 'draft' | 'checked' | 'approved' | 'stale';
/**
 * A state that a person gives.
 */
export type GivenState = 'machine' | 'draft' | 'checked' | 'approved';
/**
 * Comments on single questions.
 */
export type AskedQuestions = {
  label: Text;
  comment: string;
}[];
/**
 * The ratings of a record by section: points, 0 for what does not apply, null for a blank one.
 */
export type RatingBars = (number | null)[][];
export type DigestEvery = 'never' | 'daily' | 'weekly';
/**
 * Why something is allowed or not.
 */
export type Judgement = Allowed | Denied;
/**
 * A version as it was seen, also as its ETag.
 */
export type SeenVersion = number | string;
/**
 * One id or several.
 */
export type RecordIds = RecordIds1;
export type RecordIds1 = string | string[];
/**
 * Comments on single questions.
 */
export type QuestionComments = {
  field: string;
  comment: string;
}[];
export type StepComment = string;
/**
 * A step as clients of before say it: keys of the body inside comment, where they go before those beside it, or id in place of record_id. Ids may be numbers, one comment on a question needs no list, and what is null or an empty text counts as left out.
 */
export type LooseStepBody =
  | {
      comment: {
        [k: string]: unknown;
      };
      [k: string]: unknown;
    }
  | {
      id: RecordIds;
      [k: string]: unknown;
    };
export type SheetUpload = SheetPreview | SheetCorrections;
/**
 * One line of the response.
 */
export type SyncLine = SyncRecordLine | SyncCursorLine | SyncErrorLine;
/**
 * One line of the response. The last one says how many places there were.
 */
export type SyncPlaceLine = SyncPlace | SyncPlacesEnd;

export interface AccountView {
  id: string;
  username: string;
  name: string;
  language: string;
  person_id: string | null;
  disabled: boolean;
  must_change_password: boolean;
  last_login_at: string | null;
  created_at: string;
  /**
   * Logins that are open now.
   */
  sessions: number;
  grants: Grant[];
}
/**
 * role × programme × place; null means all.
 */
export interface Grant {
  role: string;
  programme: string | null;
  province_id: string | null;
}
export interface GrantInput {
  role: string;
  programme?: string | null;
  province_id?: string | null;
}
export interface AccountInput {
  username?: NonEmptyText;
  name?: NonEmptyText;
  language?: 'en' | 'fa' | 'pa' | 'ps';
  person_id?: string | null;
  disabled?: boolean;
  grants?: GrantInput[];
}
export interface AccountList {
  data: AccountView[];
  meta: PageMeta;
}
/**
 * Where a page stands among all; pages are counted from 1.
 */
export interface PageMeta {
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
}
export interface AccountResponse {
  message?: string;
  data: AccountView;
}
export interface NewAccountResponse {
  message: string;
  data: AccountView;
  /**
   * For one login, told only here.
   */
  password: string;
  /**
   * When it stops opening the account.
   */
  expires_at: string;
}
/**
 * A session of an hour in which the office sends what is in a rescue file of the account.
 */
export interface TakingIn {
  access_token: string;
  /**
   * Name of the account.
   */
  user: string;
}
/**
 * Unsent changes of a record that the office does not send.
 */
export interface LeftOut {
  form: string;
  record_id: string;
  /**
   * Number of changes, those of records below it included.
   */
  changes: number;
  reason: NonEmptyText;
}
export interface OneTimePassword {
  message: string;
  password: string;
  expires_at: string;
}
export interface AccountChange {
  at: string;
  by: PersonRef;
  action: string;
  before?: {
    [k: string]: unknown;
  };
  after?: {
    [k: string]: unknown;
  };
}
/**
 * Who did something; the name is null when the account is not known any more.
 */
export interface PersonRef {
  id: string;
  name: string | null;
}
export interface AccountChangesResponse {
  data: AccountChange[];
}
/**
 * The same words by language tag: in English, Dari (fa) and Pashto (ps), or in the languages of a form that names others, the source first.
 */
export interface Text {
  en?: string;
  fa?: string;
  ps?: string;
}
/**
 * A thing with its names; name is in the reader's language.
 */
export interface NamedItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
}
/**
 * Names of what an id points to; a thing with one name only (a person) has name.
 */
export interface Ref {
  name?: string;
  name_en?: string;
  name_fa?: string;
  name_ps?: string;
  /**
   * Of records.
   */
  form?: string;
  code?: string | null;
}
/**
 * By id. Items of open choice lists stand under list:id, since their short ids repeat across lists.
 */
export interface Refs {
  [k: string]: Ref;
}
export interface MessageResponse {
  /**
   * A sentence in the reader's language.
   */
  message: string;
}
export interface Common {
  constants: Constants;
  navigation: Navigation;
  workflows: {
    [k: string]: Workflow;
  };
  roles: Role[];
  /**
   * Grows with every publish.
   */
  revision: number;
}
/**
 * A stored version of a form or a shared part that cannot be served. What can be served is, in an earlier version too.
 */
export interface UnservedVersion {
  /**
   * The form, or the shared part.
   */
  name: string;
  version: number;
  /**
   * The version that is served in its place; null if there is none, 0 for the file of a shared part.
   */
  served: number | null;
  /**
   * A sentence in the reader's language.
   */
  message: string;
}
/**
 * One form as menus and paths need it.
 */
export interface FormEntry {
  form: string;
  /**
   * The newest.
   */
  version: number;
  /**
   * The version that new records use, if the newest is withdrawn or its day has not come.
   */
  captured_with?: number;
  programme: string;
  kind: FormDefinition['kind'];
  title: Text;
  plural: Text;
  new: Text | null;
  icon: string | null;
  paths: FormDefinition['paths'];
  parent: FormDefinition['parent'] | null;
  api: {
    base: string;
    record: string;
  };
  workflow: string;
  /**
   * Where its records may be made from a spreadsheet.
   */
  import?: {
    path: string;
  };
  hash: string;
  /**
   * Stored names of answers that this person may not read: restricted ones, and those made of them. In a table: table.column.
   */
  hidden?: string[];
  /**
   * Ids of the questions that not everybody may read. Free text does not find records by them.
   */
  restricted?: string[];
  /**
   * Present if its records lie in provinces.
   */
  placed?: true;
  /**
   * First day, in Kabul, without new records. Absent while it takes new records.
   */
  retired?: string;
  details?: FormDetails;
  /**
   * Allowed actions only.
   */
  may: {
    create?: true;
    view?: true;
    export?: true;
    /**
     * Change records, also by uploading a corrected export.
     */
    correct?: true;
    /**
     * Views of the list.
     */
    share?: true;
    /**
     * Transitions of many records at once that this person may carry out with some record.
     */
    bulk?: string[];
    /**
     * What this person may do with some of several selected records: transitions, and delete.
     */
    marked?: string[];
  };
}
export interface FormDetails {
  /**
   * Without deleted ones.
   */
  records: number;
  /**
   * The version that new records will use next. Null if none is planned.
   */
  next: PlannedVersion | null;
  /**
   * Last publication or decision here; null if there was none.
   */
  changed_at: string | null;
  /**
   * Null if nobody here changed it.
   */
  changed_by: PersonRef | null;
}
/**
 * A version that new records use from a day on.
 */
export interface PlannedVersion {
  version: number;
  /**
   * First day, in Kabul.
   */
  from: string;
}
export interface FormsResponse {
  data: FormEntry[];
  /**
   * For who publishes: stored versions that cannot be served. Absent if there are none.
   */
  unserved?: UnservedVersion[];
  /**
   * If asked for: forms with versions that were published, or corrected, while a server ran.
   */
  written?: string[];
  revision: number;
}
/**
 * One version of a form.
 */
export interface DefinitionView {
  form: string;
  version: number;
  /**
   * The data contract, a JSON Schema.
   */
  schema: {
    [k: string]: unknown;
  };
  definition: FormDefinition;
  /**
   * The definition of the problems that the form carries.
   */
  row?: {
    definition: FormDefinition;
    schema: {
      [k: string]: unknown;
    };
  };
  /**
   * Documented name to stored name; groups nest.
   */
  aliases: {
    [k: string]: unknown;
  };
  hash: string;
  versions: number[];
  /**
   * If asked for: every stored version as the texts of its files, oldest first.
   */
  written_versions?: WrittenVersion[];
}
/**
 * A version of a form as its files would be written.
 */
export interface WrittenVersion {
  version: number;
  /**
   * Where it was published, or last corrected.
   */
  origin: 'file' | 'published';
  /**
   * Text of the form file.
   */
  definition: string;
  /**
   * Text of the data contract as it was written.
   */
  schema: string;
  /**
   * The same files as frozen/ keeps them when there is a later version: the contract with its references written out.
   */
  frozen: {
    definition: string;
    schema: string;
  };
  /**
   * States of the words by language, then by JSON Pointer. Absent where nobody set one.
   */
  states: {
    [k: string]: {
      [k: string]: WrittenState;
    };
  };
}
export interface WrittenState {
  state: 'machine' | 'draft' | 'checked' | 'approved' | 'stale';
  /**
   * Name of who set it.
   */
  by?: string;
  /**
   * When; from a file, perhaps only the day.
   */
  at?: string;
}
export interface PublishBody {
  /**
   * The form file.
   */
  definition: {
    [k: string]: unknown;
  };
  /**
   * What its data contract says besides what follows from the form file.
   */
  schema?: {
    [k: string]: unknown;
  };
  /**
   * What its files say of the states of its words: by language, then by JSON Pointer. A later one that is there stays.
   */
  states?: {
    [k: string]: {
      [k: string]: WrittenState;
    };
  };
  /**
   * First day, in Kabul, of its new records; otherwise at once.
   */
  from?: string;
}
export interface PublishResponse {
  form: string;
  version: number;
  hash: string;
  revision: number;
  /**
   * What the new version no longer restricts, until an administrator decides otherwise.
   */
  still_restricted: RestrictedQuestion[];
}
export interface RestrictedQuestion {
  /**
   * Question id.
   */
  question: string;
  label: Text;
  /**
   * Versions whose definition restricts it; none if its answer is made of restricted ones.
   */
  versions: number[];
  /**
   * Not everybody who sees a record gets its answers.
   */
  restricted: boolean;
  /**
   * The decision that made it readable.
   */
  lifted: {
    at: string;
    by_id: string;
    reason: string;
  } | null;
}
export interface DifferenceSide {
  text: string;
  /**
   * In the words of definitions, not in those of the reader.
   */
  is_code: boolean;
}
export interface VersionDifference {
  kind: string;
  /**
   * The kind in words.
   */
  label: string;
  /**
   * JSON Pointer into the definition.
   */
  pointer: string;
  /**
   * Label of what changed.
   */
  about: string;
  before: DifferenceSide | null;
  after: DifferenceSide | null;
  /**
   * Sentence with the languages that kept their words while the source was reworded; null if none did.
   */
  as_before: string | null;
}
export interface FormVersion {
  version: number;
  published_at: string | null;
  /**
   * Null if the version came with the product.
   */
  published_by: {
    id: string;
    name: string;
  } | null;
  origin: 'file' | 'published';
  /**
   * Of the data contract.
   */
  hash: string;
  note: Text;
  /**
   * Why it was published with unfinished words; null if they were finished.
   */
  waiver: string | null;
  withdrawn: Withdrawal | null;
  /**
   * From which day new records use it. Null if they did at once.
   */
  start: VersionStart | null;
  /**
   * Records that were captured with this version.
   */
  records: number;
  differences: VersionDifference[];
}
/**
 * The decision that a version takes no new records.
 */
export interface Withdrawal {
  at: string;
  by: PersonRef;
  reason: string;
}
/**
 * The decision that new records use a version from a day on.
 */
export interface VersionStart {
  /**
   * First day, in Kabul, of its new records.
   */
  from: string;
  at: string;
  by: PersonRef;
  /**
   * Null if the day was said when it was published.
   */
  reason: string | null;
}
export interface FormVersionsResponse {
  data: FormVersion[];
  retired: Retirement | null;
}
/**
 * The decision that a form takes no new records.
 */
export interface Retirement {
  /**
   * First day, in Kabul, without new records.
   */
  from: string;
  at: string;
  by: PersonRef;
  reason: string;
}
/**
 * A question of a form, also one that its newest version no longer asks.
 */
export interface FormQuestion {
  /**
   * Question id.
   */
  question: string;
  label: Text;
  /**
   * Labels of the tables that the column stands in, the outermost first.
   */
  within: Text[];
  /**
   * Versions that ask it.
   */
  versions: number[];
  /**
   * The newest version asks it.
   */
  asked: boolean;
}
export interface FormQuestionsResponse {
  data: FormQuestion[];
}
/**
 * A question as one version asks it.
 */
export interface QuestionWording {
  version: number;
  note: Text;
  /**
   * Stored names.
   */
  names: string[];
  type: string;
  label: Text;
  help?: Text;
  section: Text;
  required: boolean;
  options?: {
    value: string;
    label: Text;
  }[];
  /**
   * Conditions and derivation, in the notation of expressions.
   */
  rules: {
    kind: 'visibleWhen' | 'requiredWhen' | 'problemWhen' | 'derived' | 'count' | 'filter' | 'default';
    text: string;
  }[];
  /**
   * Records of this version that answer it.
   */
  answered: number;
}
/**
 * What happened to the answers of a question when a version was published.
 */
export interface QuestionChange {
  version: number;
  kind: 'renamed' | 'split' | 'merged' | 'taken' | 'mapped' | 'dropped' | 'removed' | 'back';
  /**
   * Stored names or options of the version before.
   */
  from: string[];
  to: string[];
  reason?: Text;
}
export interface QuestionHistory {
  /**
   * Question id.
   */
  question: string;
  label: Text;
  /**
   * Labels of the tables that the column stands in, the outermost first.
   */
  within: Text[];
  /**
   * Versions that ask it.
   */
  versions: number[];
  /**
   * The newest version asks it.
   */
  asked: boolean;
  wordings: QuestionWording[];
  changes: QuestionChange[];
  /**
   * Records of the versions that ask it.
   */
  records: number;
  /**
   * Records that were read; fewer than `records` if they were too many.
   */
  looked: number;
  /**
   * Filter of the list for records that answer it. Null if the list does not show the question.
   */
  filter: Filter | null;
}
export interface Filter {
  field: string;
  op: 'eq' | 'ne' | 'contains' | 'not_contains' | 'empty' | 'in' | 'gte' | 'lte';
  value?: unknown;
}
export interface WithdrawalResponse {
  withdrawn: Withdrawal | null;
}
export interface VersionStartBody {
  reason: NonEmptyText;
  /**
   * First day, in Kabul, of its new records. Today: at once.
   */
  from: string;
}
export interface VersionStartResponse {
  start: VersionStart | null;
}
export interface RetirementResponse {
  retired: Retirement | null;
}
export interface RetireBody {
  reason: NonEmptyText;
  /**
   * First day, in Kabul, without new records; otherwise today.
   */
  from?: string;
}
/**
 * What publishing would change for the records there are.
 */
export interface PublishImpact {
  /**
   * Version that new records would be captured with, from its day on if one is given: the newest one that is not withdrawn and whose day has come.
   */
  captured_with: number;
  /**
   * Versions that new records are to use from later days on as it is now; one of a later day than the new version's is not used any more.
   */
  planned: PlannedVersion[];
  records: number;
  /**
   * Records that were read; fewer than `records` if they were too many.
   */
  looked: number;
  provinces: {
    place: NamedItem;
    records: number;
  }[];
  /**
   * Questions whose answers the version has no place for.
   */
  answers: {
    question: string;
    label: string;
    records: number;
    samples: {
      id: string;
      code: string | null;
    }[];
  }[];
  /**
   * Other forms that lie below it or ask for its records.
   */
  forms: {
    form: string;
    title: Text;
  }[];
  /**
   * Reports that count its records.
   */
  reports: {
    report: string;
    title: Text;
    path: string;
  }[];
  /**
   * Saved views of its list, of all people.
   */
  views: number;
  /**
   * Forms that people have begun and not saved. Those that never left a device are not known.
   */
  drafts: {
    drafts: number;
    people: number;
  };
}
export interface DryRunResponse {
  dry_run: true;
  differences: VersionDifference[];
  impact: PublishImpact;
  /**
   * What the check found and nothing is refused for.
   */
  advice: DefinitionIssue[];
  /**
   * Texts that are missing, by language of the form; they are shown in the source.
   */
  missing_texts: {
    /**
     * BCP 47 tag.
     */
    language: string;
    texts: number;
  }[];
  /**
   * Languages in which the words of a strict form are not finished; a draft is published with them only for a reason (waiver).
   */
  unfinished: UnfinishedWords[];
  /**
   * What is new, in the language of the request; null if nobody has said it yet.
   */
  note: string | null;
  /**
   * Why this person may not publish it, but somebody else may; null if they may.
   */
  locked: string | null;
}
/**
 * What is wrong with a definition, and where.
 */
export interface DefinitionIssue {
  /**
   * Missing for the definition itself.
   */
  file?: string;
  /**
   * JSON Pointer.
   */
  pointer: string;
  /**
   * Name of the question; of a column table.column.
   */
  question?: string;
  /**
   * Section, question and so on that it stands in, in the reader's language.
   */
  place?: string;
  code: string;
  params?: {
    [k: string]: unknown;
  };
  message: string;
  /**
   * Worth knowing; nothing is refused for it.
   */
  advice?: true;
}
export interface UnfinishedWords {
  /**
   * BCP 47 tag.
   */
  language: string;
  missing: number;
  /**
   * Texts whose source was changed since they were translated, after the version before.
   */
  stale: number;
}
/**
 * Something that all forms share, as it is served.
 */
export interface CommonPart {
  /**
   * navigation, permissions, choices.<list> or reports.<report>.
   */
  part: string;
  /**
   * Of a choice list or a report.
   */
  title: Text | null;
  /**
   * Of a report.
   */
  report?: {
    programme: string;
    kind: ReportDefinition['kind'];
    path: string;
    description: Text | null;
    /**
     * True if nobody opens it any more.
     */
    withdrawn: boolean;
  };
  /**
   * Of the content.
   */
  hash: string;
  /**
   * What is served: the text of the file, or another one that was published.
   */
  origin: 'file' | 'published';
  /**
   * Number of the last published version; 0 if there is none.
   */
  version: number;
  /**
   * The last published version. Null if there is none.
   */
  published: {
    at: string;
    by: PersonRef;
    note: string | null;
  } | null;
  /**
   * True if the file has changed since the last published version, and is served instead.
   */
  replaced: boolean;
  /**
   * If asked for: what was published last, with the entries that were added and edited since. Absent if there is nothing of both.
   */
  written?: {
    /**
     * As its file would be written.
     */
    text: string;
    /**
     * The last published version. Null if there is none.
     */
    published: {
      content: {
        [k: string]: unknown;
      };
      /**
       * Of the file that it was published in place of; null if there was none.
       */
      file_hash: string | null;
    } | null;
  };
}
export interface CommonPartVersion {
  version: number;
  at: string;
  by: PersonRef;
  note: string | null;
  content: {
    [k: string]: unknown;
  };
  /**
   * From what was served before. Null if that was a file that has changed since.
   */
  differences: VersionDifference[] | null;
}
export interface CommonPartsResponse {
  data: CommonPart[];
}
export interface CommonPartResponse {
  data: CommonPart;
  content: {
    [k: string]: unknown;
  };
  /**
   * The content as its file would be written.
   */
  text: string;
  /**
   * The content of the file. Null if there is none.
   */
  file: {
    [k: string]: unknown;
  } | null;
  versions: CommonPartVersion[];
  /**
   * Why this person may read the part, but not publish it; null if they may.
   */
  locked: string | null;
}
export interface CommonPartBody {
  /**
   * The whole part, as its file holds it.
   */
  content?: {
    [k: string]: unknown;
  };
  /**
   * The same as JSON text, in place of `content`; the issues then tell line and column.
   */
  text?: string;
  /**
   * Of the part as it was seen; null for a list or a report that is new.
   */
  hash?: string | null;
  /**
   * Draft of a report that is published with it, and removed unless somebody has saved it since.
   */
  draft?: {
    id: string;
    version: number;
  } | null;
  note?: string | null;
}
export interface PublishedPartResponse {
  data: CommonPart;
}
export interface PartDryRunResponse {
  dry_run: true;
  /**
   * What is served now; null for a list that is new.
   */
  data: CommonPart | null;
  differences: VersionDifference[];
  impact: PartImpact;
}
/**
 * Whom publishing a shared part touches.
 */
export interface PartImpact {
  /**
   * Forms whose questions use the list, or that no menu leads to any more.
   */
  forms: {
    form: string;
    title: Text;
    records: number;
  }[];
  /**
   * Roles that gain or lose a right.
   */
  roles: {
    role: string;
    label: Text;
    loses: boolean;
    /**
     * Accounts that hold the role and are not closed.
     */
    accounts: number;
  }[];
  /**
   * What people who can log in gain and lose; what is lost first.
   */
  people: PeopleImpact[];
  /**
   * Further changes that are not told.
   */
  more_people: number;
}
export interface PeopleImpact {
  gains: boolean;
  actions: Text[];
  /**
   * Their plurals.
   */
  forms: Text[];
  accounts: number;
  /**
   * How many accounts in each province; null stands for everywhere.
   */
  provinces: {
    place: Text | null;
    accounts: number;
  }[];
  /**
   * Names of the first accounts.
   */
  examples: string[];
}
/**
 * A form version that somebody still writes.
 */
export interface DefinitionDraftEntry {
  id: string;
  /**
   * Null while the draft names none.
   */
  form: string | null;
  /**
   * Null where the draft names none yet.
   */
  programme: string | null;
  form_version: number | null;
  /**
   * Null until it is there in every language.
   */
  title: Text | null;
  note: string | null;
  /**
   * Of the draft; grows with every save.
   */
  version: number;
  created_at: string;
  created_by: PersonRef;
  changed_at: string;
  changed_by: PersonRef;
}
export interface DefinitionDraftsResponse {
  data: DefinitionDraftEntry[];
}
export interface DefinitionMediaResponse {
  /**
   * One for each file that was sent, in order.
   */
  data: {
    /**
     * As it was sent.
     */
    name: string;
    /**
     * SHA-256 of the content, for mediaFiles of the definition.
     */
    hash: string;
    /**
     * Bytes.
     */
    size: number;
  }[];
}
export interface DefinitionDraftResponse {
  data: DefinitionDraftEntry;
  /**
   * May be half-done or wrong.
   */
  definition: {
    [k: string]: unknown;
  };
  /**
   * Its data contract.
   */
  schema: {
    [k: string]: unknown;
  };
}
export interface XlsformResponse {
  data: XlsformReading;
  /**
   * For a new draft (POST /definitions/drafts); it may lack its programme.
   */
  definition: {
    [k: string]: unknown;
  };
  /**
   * What its data contract says beside what follows from the definition.
   */
  schema: {
    [k: string]: unknown;
  };
}
export interface XlsformReading {
  form: string;
  title: Text;
  /**
   * The version that it is of a form that is there already, and what becomes of its questions by their names; null for a new form.
   */
  next: {
    version: number;
    /**
     * Questions that are taken for earlier ones.
     */
    renamed: {
      from: string;
      to: string;
    }[];
    added: string[];
    removed: string[];
  } | null;
  /**
   * Filled rows below the heads.
   */
  rows: number;
  cells_seen: number;
  /**
   * Cells that are in the definition. Every other one has a note, alone or with others like it.
   */
  cells_carried: number;
  /**
   * What is wrong with the workbook, the worst first.
   */
  findings: XlsformFinding[];
  /**
   * What came over in another form or not at all.
   */
  notes: XlsformNote[];
  /**
   * Further findings and notes that are left out.
   */
  more: number;
}
export interface XlsformFinding {
  sheet: string;
  /**
   * From 1.
   */
  row: number;
  /**
   * Letter; empty for a whole row.
   */
  column: string;
  /**
   * As spreadsheet programs write it: survey!D3.
   */
  address: string;
  /**
   * wrong: the questionnaire does not do what it says. doubt: it may not. tidy: nothing breaks.
   */
  rank: 'wrong' | 'doubt' | 'tidy';
  code: string;
  message: string;
  /**
   * How to mend it in the workbook.
   */
  mend: string;
}
export interface XlsformNote {
  sheet: string;
  /**
   * From 1.
   */
  row: number;
  /**
   * Letter; empty for a whole row.
   */
  column: string;
  /**
   * As spreadsheet programs write it: survey!D3.
   */
  address: string;
  /**
   * changed: it came over in another form. lost: it did not, or not as it was.
   */
  kind: 'changed' | 'lost';
  code: string;
  message: string;
}
export interface DefinitionPreviewResponse {
  data: DefinitionDraftEntry;
  issues: DefinitionIssue[];
  /**
   * Null if the draft cannot be compiled.
   */
  form: DefinitionView | null;
  /**
   * Path of the validator of exactly this form; null without a form. Nobody else can guess it.
   */
  validator: string | null;
}
export interface NewDefinitionDraftBody {
  definition?: {
    [k: string]: unknown;
  };
  schema?: {
    [k: string]: unknown;
  };
  /**
   * A published version to copy under the next number; without version the newest.
   */
  from?: {
    form: string;
    version?: number;
  };
  note?: string | null;
}
export interface DefinitionDraftBody {
  /**
   * Of the draft, as it was seen.
   */
  version: number;
  definition: {
    [k: string]: unknown;
  };
  schema?: {
    [k: string]: unknown;
  };
  note?: string | null;
}
/**
 * One text of a form.
 */
export interface WordsText {
  /**
   * JSON Pointer into the definition.
   */
  pointer: string;
  /**
   * Section, question and so on that it stands in.
   */
  place: string;
  /**
   * What it is for: question, answer, help …
   */
  key: string;
  /**
   * Names the answers that each translation must hold too, such as {pupils}; else empty.
   */
  note: string;
  /**
   * By language.
   */
  words: {
    [k: string]: string;
  };
  /**
   * By language; of the first one only where it is missing.
   */
  states: {
    [k: string]: WordsState;
  };
}
export interface WordsState {
  state: TextState;
  /**
   * Who set it; null where nobody knows.
   */
  by: string | null;
  /**
   * Day or time; null where nobody knows.
   */
  at: string | null;
  /**
   * States that the text at this place had, newest first.
   */
  history: {
    state: TextState;
    by: string | null;
    at: string | null;
    /**
     * As they were then; null if they are the same now.
     */
    words: string | null;
  }[];
}
export interface DraftWordsResponse {
  data: DefinitionDraftEntry;
  /**
   * Of the form, the source first.
   */
  languages: string[];
  /**
   * Names of the states, those that a person gives in their order.
   */
  states: {
    state: TextState;
    name: string;
    is_given: boolean;
  }[];
  texts: WordsText[];
}
export interface DraftWordsBody {
  /**
   * Of the draft, as it was seen.
   */
  version: number;
  cells: {
    pointer: string;
    language: string;
    /**
     * The words as they were read; empty if there were none.
     */
    was: string;
    /**
     * Empty to take them out.
     */
    words: string;
    /**
     * Without it, changed words are a draft.
     */
    state?: GivenState;
    /**
     * The state as it was read.
     */
    state_was?: string;
  }[];
}
export interface WordsPlace {
  pointer: string;
  /**
   * Empty where the text is gone.
   */
  place: string;
  key: string;
  languages: string[];
}
export interface WordsCell {
  pointer: string;
  /**
   * Empty where the text is gone.
   */
  place: string;
  key: string;
  language: string;
  was: string;
  words: string;
  state?: GivenState;
  /**
   * Words in the draft, of a text that changed meanwhile.
   */
  now?: string | null;
  /**
   * Why it was not taken.
   */
  message?: string;
}
export interface TakenWordsResponse {
  data: DefinitionDraftEntry;
  taken: WordsCell[];
  refused: WordsCell[];
  /**
   * Sentences about columns that were not read.
   */
  unread: string[];
  /**
   * Texts whose source was reworded, with the languages that were not.
   */
  as_before: WordsPlace[];
}
export interface PublishDraftBody {
  /**
   * Of the draft, as it was seen.
   */
  version: number;
  /**
   * What is new, in the language of the request. Needed where the draft does not say it.
   */
  note?: string | null;
  /**
   * Why unfinished words of a strict form may stay. Needed where the check tells some; kept in the history of the form.
   */
  waiver?: string | null;
  /**
   * First day, in Kabul, of its new records; otherwise at once.
   */
  from?: string;
}
export interface RestrictionsResponse {
  data: RestrictedQuestion[];
}
/**
 * A restricted question among those of all forms.
 */
export interface ListedRestriction {
  question: string;
  label: Text;
  versions: number[];
  restricted: boolean;
  form: string;
  plural: Text;
  /**
   * Where it stands on the form: its section, and the table that it is a column of.
   */
  within: Text[];
  /**
   * The newest version.
   */
  version: number;
  /**
   * The newest version restricts it itself.
   */
  marked: boolean;
  /**
   * The newest version still asks it.
   */
  asked: boolean;
  /**
   * When the first version came that no longer restricts it.
   */
  since: string | null;
  lifted: {
    at: string;
    by: PersonRef;
    reason: string;
  } | null;
}
export interface ListedRestrictionsResponse {
  data: ListedRestriction[];
}
/**
 * What lifting a restriction would show, and to whom.
 */
export interface RestrictionReach {
  /**
   * Records with an answer to the question, deleted ones too.
   */
  records: number;
  /**
   * false: there may be more; counting took too long.
   */
  complete: boolean;
  /**
   * Open accounts that see such records, or lists that show the answer, and do not read it while it is restricted.
   */
  people: number;
  /**
   * Somebody who holds several is counted under each.
   */
  roles: {
    id: string;
    label: Text;
    people: number;
  }[];
  /**
   * Forms below whose lists show the answer.
   */
  below: {
    form: string;
    plural: Text;
  }[];
}
export interface RestrictionReachResponse {
  data: RestrictionReach;
}
export interface ReasonBody {
  reason: NonEmptyText;
}
/**
 * A draft without what was typed.
 */
export interface FormDraft {
  /**
   * UUID that the device makes from form, record and parent: the same on each device.
   */
  id: string;
  form: string;
  form_version: number;
  /**
   * Record that is edited; null for a new one.
   */
  record_id: string | null;
  parent_id: string | null;
  /**
   * Last change, by the clock of the device.
   */
  at: string;
  /**
   * Last change, by the clock of the server.
   */
  changed_at: string;
  /**
   * Another one after each write. The next write or removal names it.
   */
  revision: string;
  /**
   * It was saved or discarded, and has no content.
   */
  removed: boolean;
}
/**
 * What the device needs to go on: answers by stored name and where the person stood.
 */
export interface FormDraftContent {
  [k: string]: unknown;
}
export interface FormDraftsResponse {
  /**
   * Changes with any of them; also in GET /home.
   */
  revision: string;
  data: FormDraft[];
}
export interface FormDraftResponse {
  data: FormDraft;
  draft: FormDraftContent;
}
export interface FormDraftWrittenResponse {
  data: FormDraft;
  /**
   * Revision of the list before and after this change alone. A device that saw the first need not ask for the list.
   */
  list: {
    before: string;
    after: string;
  };
}
export interface FormDraftBody {
  /**
   * That the device last saw; null for a new draft.
   */
  revision?: string | null;
  form: string;
  form_version: number;
  record_id?: string | null;
  parent_id?: string | null;
  at: string;
  draft: FormDraftContent;
}
/**
 * What is wrong with one answer.
 */
export interface FieldError {
  code: string;
  number: number;
  message: string;
}
/**
 * One side of a conflict: a record with its answers, a draft with its content (null if it was removed), or the grants of an account.
 */
export interface ConflictSide {
  version?: number | null;
  /**
   * Of a draft.
   */
  revision?: string | null;
  /**
   * Of a draft.
   */
  form_version?: number;
  /**
   * Answers, by stored name.
   */
  data?: {
    [k: string]: unknown;
  } | null;
  by?: PersonRef;
  at?: string;
  grants?: Grant[];
}
/**
 * What is wrong with a cell.
 */
export interface CellWord {
  code: string;
  message: string;
}
/**
 * A refusal: code is a stable word, number the HTTP status × 100 and a case, message a sentence.
 */
export interface ErrorResponse {
  code: string;
  number: number;
  /**
   * A sentence in the reader's language.
   */
  message: string;
  /**
   * By JSON Pointer of the answer.
   */
  errors?: {
    [k: string]: FieldError[];
  };
  /**
   * Beyond those listed, and what was not looked at any more.
   */
  more_errors?: number;
  /**
   * Class of the fault as of SQLSTATE, number and sentence of the first refused answer.
   */
  errorInfo?: {
    [k: string]: unknown;
  };
  /**
   * With a 5xx: what to tell an administrator.
   */
  request_id?: string;
  mine?: ConflictSide;
  theirs?: ConflictSide;
  /**
   * With a 417 about a draft of a report: what theirs says otherwise than what was sent.
   */
  differences?: VersionDifference[];
  /**
   * Of a refused definition: the first 200.
   */
  issues?: DefinitionIssue[];
  /**
   * Of a refused spreadsheet, by address.
   */
  cells?: {
    [k: string]: CellWord[];
  };
  duplicates?: DuplicateRecords;
  /**
   * New problems whose type is open at the site already.
   */
  same_problems?: SameProblem[];
  /**
   * Rows of a spreadsheet that nobody decided about.
   */
  same?: SameRow[];
  /**
   * Of a server that is not ready.
   */
  checks?: {
    [k: string]: 'ok' | 'degraded' | 'failed';
  };
}
/**
 * Records that say the same as one that is saved. hidden: there are some that the caller does not see.
 */
export interface DuplicateRecords {
  records: DuplicateRecord[];
  hidden: boolean;
}
/**
 * Another record of the form with the same answers to the fields of sameAs.
 */
export interface DuplicateRecord {
  id: string;
  code: string | null;
  name: string;
  at: string;
  by: PersonRef;
}
/**
 * A new problem of a visit, and the open ones of its type at the site.
 */
export interface SameProblem {
  id: string;
  problem_type_id: string;
  problems: {
    id: string;
    code: string | null;
    date_identified: string;
    details: string | null;
  }[];
}
export interface SameRow {
  rows: number[];
  records: {
    id: string;
    code: string | null;
  }[];
  row: number;
}
/**
 * What the last change of state said.
 */
export interface Asked {
  by: string;
  comment: string;
  questions: AskedQuestions;
}
export interface WaitingRecord {
  form: string;
  id: string;
  code: string | null;
  name: string;
  title: string;
  parent_name: string | null;
  state: StateView;
  /**
   * Since when it waits.
   */
  at: string;
  asked: Asked | null;
  ratings?: RatingBars;
  path: string;
}
/**
 * A state of a workflow.
 */
export interface StateView {
  id: string;
  /**
   * In the reader's language.
   */
  name: string;
  label: Text;
  variant: Workflow['states'][number]['variant'];
  icon: string;
  /**
   * Only on a device: the record, or its last change, was not sent yet.
   */
  unsent?: boolean;
}
export interface WaitingForm {
  form: string;
  total: number;
  /**
   * Filters with which the form's list shows exactly these records.
   */
  filters: Filter[];
}
export interface WaitingRecords {
  key: 'to_correct' | 'to_verify' | 'to_nobody';
  total: number;
  /**
   * How many of which form. Of those that nobody may check, one form may stand here several times.
   */
  forms: WaitingForm[];
  /**
   * Own ones to correct, the last returned first; those to check, and those that nobody may check, the longest waiting first.
   */
  data: WaitingRecord[];
}
/**
 * How many of a form's records wait in which state.
 */
export interface FormLine {
  form: string;
  states: {
    state: StateView;
    count: number;
  }[];
}
export interface DueSite {
  /**
   * Form of the site.
   */
  form: string;
  id: string;
  name: string;
  code: string;
  district: Text | null;
}
/**
 * Sites to be visited with a form in the current period.
 */
export interface DueSites {
  form: string;
  every: 'week' | 'month' | 'quarter' | 'year';
  calendar: 'solar' | 'gregorian';
  from: string;
  to: string;
  /**
   * Question that names the site.
   */
  field: string;
  sites: number;
  visited: number;
  /**
   * The first of those without a visit.
   */
  data: DueSite[];
}
/**
 * Figures of the visits with one form in the current period. Each names the filters with which a list shows what it counts.
 */
export interface HomeFigures {
  form: string;
  every: 'week' | 'month' | 'quarter' | 'year';
  calendar: 'solar' | 'gregorian';
  from: string;
  to: string;
  /**
   * Form of the sites.
   */
  site: string;
  visits: {
    sites: number;
    visited: number;
    filters: Filter[];
  };
  /**
   * Visits that wait for a check by anybody.
   */
  waiting: {
    total: number;
    /**
     * Since when the oldest waits.
     */
    since: string | null;
    filters: Filter[];
  };
  /**
   * Problems open today, and at the end of the period before. Null for a form without problems.
   */
  problems: {
    open: number;
    before: number;
  } | null;
  /**
   * Mean points of the answers to rating questions in this period and in the one before. Null without answers.
   */
  average: {
    points: number;
    before: number | null;
  } | null;
}
export interface DueDateView {
  form: string;
  id: string;
  code: string | null;
  name: string;
  path: string;
  label: Text;
  day: string;
  late: boolean;
}
/**
 * A problem that this person reported and others have changed since.
 */
export interface ReportedProblem {
  id: string;
  title: Text;
  status: Text;
  open: boolean;
  at: string;
  site: string | null;
  /**
   * Form of the visit that says so.
   */
  form: string;
  record: string;
  path: string;
}
export interface ActivityView {
  at: string;
  by: {
    id: string;
    name: string;
  };
  taken_in_by?: PersonRef;
  action: string;
  form: string;
  title: Text;
  id: string;
  code: string | null;
  name: string;
  path: string;
  /**
   * Records that this person changed alike, one right after the other.
   */
  count: number;
}
export interface HeldVersion {
  form: string;
  version: number;
  /**
   * Number for a version with the change.
   */
  next: number;
  title: Text;
}
export interface NewsItem {
  form: string;
  id: string;
  code: string | null;
  name: string;
  path: string;
  at: string;
  /**
   * Empty for a problem.
   */
  by: string;
  /**
   * What was said, or which problem it is.
   */
  comment: string | null;
  questions: AskedQuestions;
}
export interface NewsGroup {
  /**
   * Transition or change; solved: a problem.
   */
  action: string;
  label: Text;
  count: number;
  /**
   * The newest.
   */
  data: NewsItem[];
}
export interface DigestSetting {
  every: DigestEvery;
  /**
   * Where it goes; null if no address is known.
   */
  email: string | null;
  /**
   * This server sends e-mail.
   */
  sends: boolean;
}
/**
 * What others did with this person's records since the last look.
 */
export interface NewsView {
  since: string;
  /**
   * The newest change told here, for POST /news/seen.
   */
  until: string;
  count: number;
  groups: NewsGroup[];
}
export interface NewsSeenBody {
  until: string;
}
export interface DigestBody {
  every: DigestEvery;
}
/**
 * Everything that the cards of this person's home show. A card that is not in `cards` is empty here too, but for what waits.
 */
export interface HomeView {
  /**
   * Kinds of cards from top to bottom.
   */
  cards: Home['homes'][number]['cards'][number][];
  waiting: WaitingRecords[];
  lines: FormLine[];
  due: DueSites[];
  dates: DueDateView[];
  /**
   * Those of the form that most sites are due for.
   */
  figures: HomeFigures[];
  problems: ReportedProblem[];
  /**
   * Forms that this person fills most.
   */
  quick: string[];
  activity: ActivityView[];
  /**
   * For those who may publish: form versions whose files differ from what was published under the same number. The published ones are served.
   */
  held: HeldVersion[];
  /**
   * Changes with the forms that this person has begun: see GET /drafts.
   */
  drafts: string;
}
export interface ListQuery {
  page?: number;
  per_page?: number;
  filters?: Filter[];
  /**
   * Columns, a minus sign in front for descending.
   */
  sort?: string;
  text?: string;
  /**
   * next_cursor of the page before: the rows that follow its last one. page stays the number of the page.
   */
  after?: string;
  /**
   * Answers that rows carry besides the listed ones.
   */
  columns?: string;
  /**
   * Every answer of the rows, not only what lists show.
   */
  fields?: 'all';
  /**
   * With meta.counts.
   */
  counts?: boolean;
  /**
   * With meta.waits.
   */
  waits?: boolean;
  /**
   * The deleted records instead of the living ones.
   */
  deleted?: boolean;
}
/**
 * A view of a list as its reader may use it, with the names of the newest version.
 */
export interface SavedView {
  id: string;
  name: string;
  /**
   * For everybody who sees the list.
   */
  shared: boolean;
  own: boolean;
  may_change: boolean;
  /**
   * Grows with every change.
   */
  version: number;
  owner: PersonRef;
  changed_at: string;
  changed_by: PersonRef;
  filters: Filter[];
  text: string;
  /**
   * Columns, a minus sign in front for descending.
   */
  sort: string[];
  /**
   * Null for those of the form.
   */
  columns: string[] | null;
  /**
   * Null for that of the form.
   */
  per_page: number | null;
  /**
   * Left out for this reader.
   */
  dropped: {
    part: 'column' | 'filter' | 'sort';
    field: string;
    /**
     * gone: the form no longer offers it; restricted: only some people may read it.
     */
    reason: 'gone' | 'restricted';
  }[];
}
export interface SavedViewsResponse {
  /**
   * Chosen last without a view. Null for those of the form.
   */
  columns: string[] | null;
  /**
   * The own ones first, each group by name.
   */
  data: SavedView[];
}
export interface SavedViewResponse {
  data: SavedView;
}
export interface NewSavedViewBody {
  name: NonEmptyText;
  /**
   * For those who may share.
   */
  shared?: boolean;
  filters?: Filter[];
  text?: string | null;
  /**
   * Columns, a minus sign in front for descending.
   */
  sort?: string[] | null;
  /**
   * Null for those of the form.
   */
  columns?: string[] | null;
  /**
   * Null for that of the form.
   */
  per_page?: number | null;
}
/**
 * What is left out stays; of filters, text, sort, columns and per_page none or all.
 */
export interface SavedViewBody {
  /**
   * Of the view, as it was seen.
   */
  version: number;
  name?: NonEmptyText;
  shared?: boolean;
  filters?: Filter[];
  text?: string | null;
  /**
   * Columns, a minus sign in front for descending.
   */
  sort?: string[] | null;
  /**
   * Null for those of the form.
   */
  columns?: string[] | null;
  /**
   * Null for that of the form.
   */
  per_page?: number | null;
}
export interface ListColumnsBody {
  /**
   * Null for those of the form.
   */
  columns?: string[] | null;
}
/**
 * A thing with its name in the language of the call.
 */
export interface ItemName {
  id: string;
  name: string;
}
/**
 * The state of a row; its label in the language of the call.
 */
export interface RowState {
  id: string;
  label: Text;
  variant: Workflow['states'][number]['variant'];
  icon: string;
  /**
   * Only on a device: the record, or its last change, was not sent yet.
   */
  unsent?: boolean;
}
/**
 * A row of a list: a record with the listed answers, names in the language of the call, and its refusals by their keys in meta.
 */
export interface RowView {
  id: string;
  /**
   * Grows by one with every change.
   */
  version: number;
  form: string;
  /**
   * The version of the form it was captured with.
   */
  form_version: number;
  code: string | null;
  name: string;
  current_state: RowState;
  recordScope: RecordScope;
  why_not: {
    [k: string]: string;
  };
  created_at: string;
  created_by: {
    id: string;
    name: string;
  };
  updated_at: string;
  updated_by: {
    id: string;
    name: string;
  };
  /**
   * When it was filled in, where the device said so.
   */
  captured_at: string | null;
  /**
   * Only of a deleted record.
   */
  deleted_at?: string;
  /**
   * It came from a device that names itself, and not as a computer.
   */
  isMobile: boolean;
  province: ItemName | null;
  district: ItemName | null;
  village: ItemName | null;
  organization: ItemName | null;
  parent: ParentView | null;
  /**
   * Values of list columns that are not in the record itself, by source. The name of the parent is in parent.
   */
  columns: {
    [k: string]: unknown;
  };
  /**
   * Answers, by stored name.
   */
  data: {
    [k: string]: unknown;
  };
}
/**
 * The allowed actions only.
 */
export interface RecordScope {
  [k: string]: true;
}
/**
 * The record this one belongs to, in short.
 */
export interface ParentView {
  id: string;
  form: string | null;
  name: string;
  code: string | null;
}
export interface StatusOption {
  id: string;
  name: string;
  variant: string;
  icon: string;
}
export interface ListWaits {
  key: 'to_correct' | 'to_verify';
  total: number;
  /**
   * Filters with which the list shows exactly these records.
   */
  filters: Filter[];
}
/**
 * A form's definition may add keys. provinces, organizations and status are not repeated with after, unless page says which page it is.
 */
export interface ListMeta {
  per_page: number;
  current_page: number;
  last_page: number;
  total: number;
  /**
   * More than total: counting stops there.
   */
  capped: boolean;
  /**
   * after of the next page, which then repeats no row of this one. null if there is none.
   */
  next_cursor: string | null;
  refusals: DenialReasons;
  provinces?: ItemName[];
  organizations?: ItemName[];
  status?: StatusOption[];
  refs: Refs;
  /**
   * Record id to form_type to number, when it was asked for; what has none is left out.
   */
  counts?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  /**
   * What of the form waits for the caller, when it was asked for; without what nothing waits for.
   */
  waits?: ListWaits[];
}
/**
 * Why an action is missing, by action.
 */
export interface DenialReasons {
  [k: string]: DenialReason;
}
export interface DenialReason {
  code: string;
  message: string;
}
export interface ListResponse {
  data: RowView[];
  meta: ListMeta;
}
/**
 * Records of one kind within a figure, with the filters of exactly these.
 */
export interface FigureGroup {
  /**
   * Stored value; empty for records that say nothing.
   */
  id: string;
  name: string;
  total: number;
  /**
   * Longer ago than it should be.
   */
  late?: true;
  /**
   * A colour of the theme that goes with it.
   */
  variant?: string;
  filters: Filter[];
}
export interface FigureView {
  id: string;
  /**
   * Records it counts.
   */
  total: number;
  /**
   * The average; null for other figures, and when there is nothing to average.
   */
  value: number | null;
  groups: FigureGroup[];
  filters: Filter[];
}
export interface FiguresResponse {
  data: FigureView[];
}
export interface TotalsResponse {
  /**
   * One for each amount that was named and that this person may read.
   */
  data: {
    /**
     * Stored name.
     */
    amount: string;
    /**
     * By currency, the most frequent first.
     */
    groups: {
      /**
       * Empty for amounts without one.
       */
      currency: string;
      /**
       * Records with an amount.
       */
      count: number;
      total: number;
    }[];
  }[];
  /**
   * True without sums: the search looked at a part of the records only.
   */
  partial: boolean;
}
export interface MatrixView {
  /**
   * Cells with records.
   */
  data: {
    row: string;
    column: string;
    total: number;
  }[];
  total: number;
  filters: Filter[];
}
/**
 * Average of one rated question over the visits in the range.
 */
export interface RateView {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  field: string;
  category: NamedItem;
  average: number | null;
  count: number;
  /**
   * Times each answer was given.
   */
  distribution: {
    [k: string]: number;
  };
}
export interface RatesResponse {
  rates: RateView[];
  /**
   * Visits that were counted.
   */
  sheets: number;
}
export interface MapMark {
  latitude: number;
  longitude: number;
  /**
   * Sites that the mark stands for.
   */
  count: number;
  /**
   * Their open problems.
   */
  open: number;
  /**
   * West, south, east, north.
   *
   * @minItems 4
   * @maxItems 4
   */
  bounds: [number, number, number, number];
  /**
   * Id, where the mark stands for one site.
   */
  site?: string;
  form?: string;
  name?: string;
}
export interface MapSite {
  form: string;
  id: string;
  code: string;
  name: string;
  status: string;
  province: string | null;
  /**
   * Null where it is not known, or may not be read.
   */
  latitude: number | null;
  longitude: number | null;
  open: number;
  /**
   * Day on which the oldest open problem was identified.
   */
  oldest: string | null;
}
/**
 * The sites of all programmes that the person sees, as the map shows them.
 */
export interface MapSitesResponse {
  total: number;
  /**
   * Sites without a position.
   */
  unplaced: number;
  in_view: number;
  /**
   * Around all sites that were found; null if none has a position.
   *
   * @minItems 4
   * @maxItems 4
   */
  bounds: [number, number, number, number] | null;
  marks: MapMark[];
  sites: MapSite[];
  page: number;
  pages: number;
  options: {
    programmes: {
      id: string;
      name: string;
    }[];
    statuses: {
      id: string;
      name: string;
    }[];
    provinces: {
      id: string;
      name: string;
    }[];
    /**
     * True if some of my roles are of a province.
     */
    own: boolean;
  };
}
export interface PermissionForm {
  form: string;
  programme: string;
  kind: FormDefinition['kind'];
  title: Text;
  plural: Text;
  workflow: string;
}
export interface JudgingGap {
  /**
   * Who alone may judge there, and fills in as well. Null if nobody may.
   */
  only: PersonRef | null;
  provinces: string[];
  /**
   * True if these are all provinces.
   */
  everywhere: boolean;
}
export interface FormJudging {
  form: string;
  gaps: JudgingGap[];
}
export interface PermissionTable {
  area: {
    id: string;
    title: Text;
    roles: string[];
  } | null;
  /**
   * Areas this person may look at.
   */
  areas: {
    id: string;
    title: Text;
  }[];
  /**
   * Roles that have a right on one of the forms.
   */
  roles: Role[];
  forms: PermissionForm[];
  rules: Rule[];
  workflows: {
    [k: string]: Workflow;
  };
  /**
   * Of each form with a step that judges its records: where nobody else than whoever fills it in may take it.
   */
  judging: FormJudging[];
  may: {
    change: boolean;
  };
}
export interface PermissionAccount {
  id: string;
  username: string;
  name: string;
  disabled: boolean;
  /**
   * Of the roles of the area.
   */
  grants: Grant[];
}
export interface PermissionAccountList {
  data: PermissionAccount[];
  meta: PageMeta;
}
export interface GrantsBody {
  grants: GrantInput[];
  /**
   * What the writer saw: other grants are a conflict.
   */
  seen?: GrantInput[];
}
export interface GrantsResponse {
  message: string;
  data: {
    id: string;
    username: string;
    name: string;
    grants: Grant[];
  };
}
export interface GrantChange {
  at: string;
  by: PersonRef;
  account: PersonRef;
  action: string;
  before: Grant[];
  after: Grant[];
}
export interface GrantChangeList {
  data: GrantChange[];
  meta: PageMeta;
}
export interface Allowed {
  allowed: true;
  rule: string;
  grant: Grant;
}
export interface Denied {
  allowed: false;
  code: string;
  message: string;
}
export interface ExplainedAction {
  action: string;
  always?: Judgement;
  states?: {
    [k: string]: Judgement;
  };
}
export interface Explained {
  account: PermissionAccount;
  form: string;
  states: {
    id: string;
    label: Text;
    name: string;
  }[];
  actions: ExplainedAction[];
  rules: Rule[];
}
export interface LabelledQuestion {
  field: string;
  label: Text;
}
export interface PersonalFind {
  id: string;
  form: string;
  form_version?: number;
  code: string | null;
  name: string;
  created_at: string;
  deleted_at: string | null;
  is_person: boolean;
  /**
   * It has questions whose answers may be erased on request.
   */
  erasable: boolean;
  /**
   * Questions whose answers hold the words; empty: only name or code do.
   */
  answers: LabelledQuestion[];
  /**
   * Questions in which it names one of the people that were found.
   */
  names: LabelledQuestion[];
}
export interface PersonalSearchMeta {
  /**
   * Where to go on; null: everything was looked at.
   */
  next: string | null;
  /**
   * So many people were found that the records which name them are not told.
   */
  vague: boolean;
  /**
   * Records looked at so far.
   */
  looked: number;
  total: number;
}
export interface PersonalSearchResponse {
  data: PersonalFind[];
  accounts: {
    id: string;
    username: string;
    name: string;
    person_id: string | null;
  }[];
  meta: PersonalSearchMeta;
}
export interface PersonalAnswer {
  field: string;
  label: Text;
  type: string;
  restricted: boolean;
  erasable: boolean;
  text: string;
  values: {
    [k: string]: unknown;
  };
}
export interface PersonalAccount {
  id: string;
  username: string;
  name: string;
  language: string;
  disabled: boolean;
  created_at: string;
  last_login_at: string | null;
  grants: Grant[];
  logins: number;
}
export interface PersonalFile {
  id: string;
  name: string;
  media_type: string;
  size: number;
  field: string | null;
  created_at: string;
  url: string;
}
/**
 * Everything that is held about one person.
 */
export interface PersonSheet {
  id: string;
  form: string;
  form_version: number;
  code: string | null;
  state: string;
  parent_id: string | null;
  site_id: string | null;
  province_id: string | null;
  district_id: string | null;
  village_id: string | null;
  version: number;
  created_by: string;
  created_at: string;
  updated_by: string;
  /**
   * Who last changed the answers.
   */
  edited_by: string;
  /**
   * Who created it in the office, from a rescue file of `created_by`.
   */
  created_sent_by: string | null;
  /**
   * Who sent the last change in the office, from a rescue file of `edited_by`.
   */
  edited_sent_by: string | null;
  updated_at: string;
  started_at: string | null;
  captured_at: string | null;
  device_id: string | null;
  deleted_at: string | null;
  name: string;
  answers: PersonalAnswer[];
  /**
   * Those that name the person.
   */
  records: PersonalFind[];
  /**
   * Those that speak for the person.
   */
  accounts: PersonalAccount[];
  files: PersonalFile[];
}
export interface PersonSheetResponse {
  data: PersonSheet;
}
export interface PersonSheetExport {
  id: string;
  form: string;
  form_version: number;
  code: string | null;
  state: string;
  parent_id: string | null;
  site_id: string | null;
  province_id: string | null;
  district_id: string | null;
  village_id: string | null;
  version: number;
  created_by: string;
  created_at: string;
  updated_by: string;
  /**
   * Who last changed the answers.
   */
  edited_by: string;
  /**
   * Who created it in the office, from a rescue file of `created_by`.
   */
  created_sent_by: string | null;
  /**
   * Who sent the last change in the office, from a rescue file of `edited_by`.
   */
  edited_sent_by: string | null;
  updated_at: string;
  started_at: string | null;
  captured_at: string | null;
  device_id: string | null;
  deleted_at: string | null;
  name: string;
  answers: PersonalAnswer[];
  /**
   * Those that name the person.
   */
  records: PersonalFind[];
  /**
   * Those that speak for the person.
   */
  accounts: PersonalAccount[];
  files: PersonalFile[];
  exported_at: string;
}
export interface AnonymiseBody {
  reason: NonEmptyText;
  /**
   * Only these, by stored name.
   */
  answers?: string[];
}
export interface AnonymiseResponse {
  message: string;
  id: string;
}
export interface ProblemLog {
  role: 1 | 2 | 3;
  person_id: string | null;
  person: string;
  date: string | null;
  record_id: string | null;
}
export interface ProblemStatus {
  id: string;
  name: string;
  label?: Text;
  open?: boolean;
}
/**
 * Named after its type.
 */
export interface ProblemView {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  /**
   * From 1, the oldest first.
   */
  number: number;
  /**
   * What the problem is called at its site for good, in every visit, list and file: P-17.
   */
  code: string | null;
  problem_type_id: string;
  type_id: string;
  category: string | null;
  problem_category: string | null;
  category_title: Text | null;
  problem_details: string | null;
  problem_scope: string | null;
  resolution_steps: string | null;
  problem_status_id: string;
  problem_status: ProblemStatus;
  date_identified: string | null;
  date_solved: string | null;
  solved_by_date: string | null;
  trouble_shooter_id: string | null;
  trouble_shooter: NamedItem | null;
  photo: string[];
  identified_by_id: string[];
  solved_by_id: string[];
  advocated_by_id: string[];
  identified_by: NamedItem[];
  solved_by: NamedItem[];
  advocated_by: NamedItem[];
  logs: ProblemLog[];
}
export interface ProblemsResponse {
  data: ProblemView[];
  refs: Refs;
  meta: {
    total: number;
  };
}
/**
 * The state of a place at the top of its page, as far as the reader may see what it is made of.
 */
export interface OverviewResponse {
  /**
   * The newest visit; null without one.
   */
  last_visit: VisitView | null;
  /**
   * Null for a form without problems, and for readers who see no visit.
   */
  problems: {
    open: number;
    total: number;
  } | null;
  /**
   * Average rate of each of the last visits with ratings, oldest first.
   */
  trend: {
    id: string;
    date: string;
    average: number;
  }[];
  position: {
    latitude: number;
    longitude: number;
  } | null;
  people: {
    title: Text;
    name: string;
    phone: string | null;
  }[];
}
export interface VisitView {
  id: string;
  form: string;
  date: string;
  /**
   * Name of the person who entered it.
   */
  by: string;
  ratings?: RatingBars;
}
export interface PositionsResponse {
  data: {
    id: string;
    name: string;
    latitude: number;
    longitude: number;
  }[];
}
/**
 * A record; its answers stand beside these keys too, by stored and documented names.
 */
export interface RecordView {
  id: string;
  /**
   * Grows by one with every change.
   */
  version: number;
  form: string;
  /**
   * The version of the form it was captured with.
   */
  form_version: number;
  code: string | null;
  /**
   * Digits that people read out instead of the code. Only on a device, of a record that is not on the server yet.
   */
  mark?: string;
  name: string;
  current_state: StateView;
  recordScope: RecordScope;
  why_not: DenialReasons;
  created_at: string;
  created_by: {
    id: string;
    name: string;
  };
  updated_at: string;
  updated_by: {
    id: string;
    name: string;
  };
  /**
   * When it was filled in, where the device said so.
   */
  captured_at: string | null;
  /**
   * Only of a deleted record.
   */
  deleted_at?: string;
  /**
   * It came from a device that names itself, and not as a computer.
   */
  isMobile: boolean;
  /**
   * The device that it came from. Not in lists.
   */
  device_id?: string | null;
  province: NamedItem | null;
  district: NamedItem | null;
  village: NamedItem | null;
  organization: NamedItem | null;
  parent: ParentView | null;
  /**
   * Values of list columns that are not in the record itself, by source.
   */
  columns: {
    [k: string]: unknown;
  };
  /**
   * Answers, by stored name.
   */
  data: {
    [k: string]: unknown;
  };
}
/**
 * One record with what stands around it; the record stands under the key that the form documents.
 */
export interface ShownRecord {
  recordScope: RecordScope;
  why_not: DenialReasons;
  currentState: StateView;
  definition: {
    form: string;
    version: number;
  };
  refs: Refs;
  /**
   * How many records of each form_type belong to it.
   */
  formsCount?: {
    [k: string]: number;
  };
  [k: string]: unknown;
}
/**
 * The record that a new one is to belong to.
 */
export interface ChosenParent {
  id: string;
  form: string;
  code: string | null;
  name: string;
  province: NamedItem | null;
  district: NamedItem | null;
  village: NamedItem | null;
  current_state: StateView;
  /**
   * Answers by which no visits are due here, for example that it is suspended. Absent where visits are due.
   */
  unvisited?: {
    label: Text;
    answer: Text;
  }[];
}
/**
 * What an empty form needs.
 */
export interface CreateResponse {
  recordScope: RecordScope;
  why_not: DenialReasons;
  definition: {
    form: string;
    version: number;
  };
  /**
   * Answers a new record begins with.
   */
  defaults: {
    [k: string]: unknown;
  };
  /**
   * Answers of the parent, and of the last record of this form below it, that defaults of the form read or its questions show: the last position, the last ratings.
   */
  known: {
    parent?: {
      [k: string]: unknown;
    };
    last?: {
      [k: string]: unknown;
    };
  };
  parent: ChosenParent | null;
  refs: Refs;
  [k: string]: unknown;
}
/**
 * A stored record, under the key that the form documents.
 */
export interface SaveResponse {
  id: string;
  code: string | null;
  version: number;
  /**
   * Version that new records are captured with, which may be later than that of the answers.
   */
  newest_version: number;
  message: string;
  recordScope: RecordScope;
  refs: Refs;
  [k: string]: unknown;
}
export interface UniqueResponse {
  /**
   * Is the value still free?
   */
  validate: boolean;
}
export interface TransitionBody {
  record_id: RecordIds;
  action: NonEmptyText;
  comment?: StepComment;
  version?: SeenVersion;
  /**
   * Of several records, as they were seen, by id.
   */
  versions?: {
    [k: string]: SeenVersion;
  };
  fields?: QuestionComments;
  /**
   * Of several records: changes nothing, says which of them have something to look at first.
   */
  look?: boolean;
  /**
   * With a step that asks for another one: answers that came too late. They stand in the history.
   */
  not_taken?: {
    [k: string]: unknown;
  };
  /**
   * When it was done on the device. As of a save, what makes no sense is left out.
   */
  captured_at?: {
    [k: string]: unknown;
  };
  /**
   * As of a save.
   */
  device_clock?: {
    [k: string]: unknown;
  };
  /**
   * As of a save.
   */
  device_id?: {
    [k: string]: unknown;
  };
}
export interface TransitionAllBody {
  action: NonEmptyText;
  /**
   * As for the list.
   */
  filters?: string | unknown[] | {};
  /**
   * As for the list.
   */
  text?: string;
  comment?: StepComment;
  fields?: QuestionComments;
  /**
   * Records that are looked at, at most 1000.
   */
  limit?: number;
  /**
   * Goes on behind the call before.
   */
  after?: string;
  /**
   * Changes nothing: says which of the records have something to look at first.
   */
  look?: boolean;
  /**
   * When it was done on the device. As of a save, what makes no sense is left out.
   */
  captured_at?: {
    [k: string]: unknown;
  };
  /**
   * As of a save.
   */
  device_clock?: {
    [k: string]: unknown;
  };
  /**
   * As of a save.
   */
  device_id?: {
    [k: string]: unknown;
  };
}
/**
 * A record that a step for many did not change, and why.
 */
export interface Refused {
  id: string;
  code: string;
  message: string;
  name?: string;
  record_code?: string | null;
  errors?: {
    [k: string]: FieldError[];
  };
}
/**
 * A record in which a reviewer has something to look at before a step for many.
 */
export interface FlaggedRecord {
  id: string;
  name: string;
  record_code: string | null;
  /**
   * What the rules found, as in the review of the record.
   */
  codes: string[];
}
/**
 * A record that a step for many changed.
 */
export interface TransitionDone {
  id: string;
  version: number;
  /**
   * The step by which this person may take it back. Null if there is none.
   */
  back: string | null;
}
/**
 * Of one record, or of several.
 */
export interface TransitionResponse {
  message: string;
  changes_record_status?: boolean;
  record?: RecordView;
  changed?: number;
  done?: TransitionDone[];
  refused?: Refused[];
  /**
   * With look: the records that have something to look at.
   */
  flagged?: FlaggedRecord[];
  /**
   * With look: ids of the records that have nothing to look at and that the caller may take the step with.
   */
  clear?: string[];
  /**
   * Of a step for all: records looked at in this call.
   */
  looked?: number;
  /**
   * Of a step for all: where to go on.
   */
  next_cursor?: string | null;
}
export interface ChangeView {
  seq: number;
  action: string;
  at: string;
  by: {
    id: string;
    name: string;
  };
  device_id: string | null;
  from_state: string | null;
  to_state: string | null;
  comment: string | null;
  /**
   * Seconds that the clock of the device was ahead of the server's. Absent if it was about right.
   */
  clock_offset?: number;
  /**
   * What the clock of the device showed when this was filled in, if it was wrong then and right when this arrived.
   */
  wrong_clock_at?: string;
  taken_in_by?: PersonRef;
  /**
   * Warnings that the writer was told and saved in spite of. same: another record says the same. problem: a problem of the type is open at the site. unasked: one is, and the caller did not ask (`other_problems`).
   */
  acknowledged?: ('same' | 'problem' | 'unasked')[];
  /**
   * erased: what it was changed to is no longer kept.
   */
  changes: {
    field: string;
    before: unknown;
    after: unknown;
    erased?: boolean;
  }[];
  /**
   * Answers that the writer gave up for what somebody else had saved meanwhile.
   */
  not_taken?: {
    field: string;
    value: unknown;
  }[];
  /**
   * Comments on single questions.
   */
  fields?: {
    field: string;
    comment: string;
  }[];
  version: number;
  /**
   * Version of the form that names the answers.
   */
  form_version: number;
}
export interface HistoryResponse {
  /**
   * Oldest first.
   */
  data: ChangeView[];
  refs: Refs;
}
/**
 * Something to look at. values: what the rule counted or measured (open, total, minutes, kilometres, day).
 */
export interface ReviewFlag {
  code: 'blank' | 'unchanged' | 'future' | 'clock' | 'outside' | 'short' | 'same';
  /**
   * Questions that it is about.
   */
  fields: string[];
  values: {
    [k: string]: number | string;
  };
  duplicates?: DuplicateRecords;
}
export interface ReviewResponse {
  /**
   * Null if there is none, or none that the caller sees.
   */
  previous: {
    id: string;
    code: string | null;
    name: string;
    /**
     * Its own date, or the day it was created.
     */
    at: string;
  } | null;
  /**
   * Questions with another answer than before.
   */
  changed: string[];
  /**
   * Answers of that record, by the stored names of this one's form version.
   */
  before: {
    [k: string]: unknown;
  };
  /**
   * What a rule of `forms/common/review.json` or of the form found, the first thing to look at first.
   */
  flags: ReviewFlag[];
  refs: Refs;
}
/**
 * A stored file.
 */
export interface FileResponse {
  id: string;
  name: string;
  media_type: string;
  /**
   * Bytes.
   */
  size: number;
  url: string;
  /**
   * Pixels.
   */
  width?: number | null;
  height?: number | null;
}
export interface UploadResponse {
  id: string;
  name: string;
  media_type: string;
  /**
   * Bytes.
   */
  size: number;
  url: string;
  /**
   * Pixels.
   */
  width?: number | null;
  height?: number | null;
  /**
   * Of several, all of them.
   */
  files?: FileResponse[];
}
export interface AttachmentView {
  id: string;
  name: string;
  media_type: string;
  /**
   * Bytes.
   */
  size: number;
  url: string;
  /**
   * Pixels.
   */
  width?: number | null;
  height?: number | null;
  /**
   * Stored name of the question it answers.
   */
  field: string | null;
  created_at: string;
  by: {
    id: string;
    name: string;
  };
}
export interface AttachmentsResponse {
  data: AttachmentView[];
}
export interface AttachedResponse {
  id: string;
  code: string | null;
  version: number;
}
/**
 * A province, district or village; names and codes may change, the id stays.
 */
export interface PlaceView {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  level: 'province' | 'district' | 'village';
  pcode: string | null;
  parent_id: string | null;
  /**
   * Other spellings.
   */
  aliases: string[];
  latitude: number | null;
  longitude: number | null;
  /**
   * ISO day since when it is no longer offered.
   */
  retired_at?: string | null;
  /**
   * Place that stands for this double, whose names it carries.
   */
  merged_into?: string | null;
  updated_at?: string | null;
}
export interface PlacesResponse {
  data: PlaceView[];
}
export interface FoundPlace {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  level: 'province' | 'district' | 'village';
  pcode: string | null;
  parent_id: string | null;
  /**
   * Other spellings.
   */
  aliases: string[];
  latitude: number | null;
  longitude: number | null;
  /**
   * ISO day since when it is no longer offered.
   */
  retired_at?: string | null;
  /**
   * Place that stands for this double, whose names it carries.
   */
  merged_into?: string | null;
  updated_at?: string | null;
  /**
   * Ids of its district and its province.
   */
  above: string[];
  /**
   * Their names.
   */
  detail: string | null;
}
export interface FoundPlacesResponse {
  data: FoundPlace[];
  total: number;
}
export interface FoundRecord {
  id: string;
  form: string;
  name: string;
  code: string | null;
  province: PlaceView | null;
}
export interface FoundRecordsResponse {
  data: FoundRecord[];
}
/**
 * A record that the caller may see, found by its name or code.
 */
export interface FoundByName {
  form: string;
  id: string;
  name: string;
  code: string | null;
  province: NamedItem | null;
}
/**
 * A problem of a site that the caller may see, found by its code.
 */
export interface FoundProblem {
  id: string;
  code: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  open: boolean;
  site: FoundByName;
}
/**
 * The best first, at most a few of each form.
 */
export interface FindResponse {
  records: FoundByName[];
  /**
   * Forms of which more records fit.
   */
  more: string[];
  /**
   * Problems with this code, open ones first. Further words are words of the site's name or code.
   */
  problems?: FoundProblem[];
  /**
   * Provinces and districts where the caller works.
   */
  places: {
    id: string;
    name: string;
    name_en: string;
    name_fa: string;
    name_ps: string;
    level: 'province' | 'district';
    /**
     * Name of its province.
     */
    detail: string | null;
  }[];
  /**
   * For those who administer accounts.
   */
  accounts: {
    id: string;
    name: string;
    username: string;
  }[];
}
export interface OptionSearchBody {
  form: string;
  /**
   * Version of the form that is filled in.
   */
  version: number;
  /**
   * Stored name of the question, or path of a column such as members.village.
   */
  field: string;
  /**
   * The answers that the filter reads, by stored name.
   */
  answers?: {
    [k: string]: unknown;
  };
  /**
   * Words, folded.
   */
  text?: string;
  /**
   * Id of a province whose records come first.
   */
  near?: string;
  /**
   * Exactly these options, whether they are offered or not.
   */
  ids?: string[];
  /**
   * next of the page before.
   */
  after?: string;
}
export interface OfferedOption {
  id: string;
  name: string;
  name_en?: string;
  name_fa?: string;
  name_ps?: string;
  code: string | null;
  /**
   * Of a record: its province and code.
   */
  detail: string | null;
  /**
   * value, and what the filter reads of the option.
   */
  attributes: {
    [k: string]: unknown;
  };
}
export interface OfferedOptionsResponse {
  data: OfferedOption[];
  /**
   * What to send as after for more. Null at the end.
   */
  next: string | null;
}
/**
 * A place as it is kept.
 */
export interface ReferencePlace {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  level: 'province' | 'district' | 'village';
  pcode: string | null;
  parent_id: string | null;
  /**
   * Other spellings.
   */
  aliases: string[];
  latitude: number | null;
  longitude: number | null;
  /**
   * ISO day since when it is no longer offered.
   */
  retired_at?: string | null;
  /**
   * Place that stands for this double, whose names it carries.
   */
  merged_into?: string | null;
  updated_at?: string | null;
  merged_into_name: string | null;
  /**
   * District and province it lies in.
   */
  above: {
    id: string;
    name: string;
  }[];
  /**
   * Places in it that are offered.
   */
  below: number;
}
export interface ReferencePlaceList {
  data: ReferencePlace[];
  meta: {
    per_page: number;
    current_page: number;
    last_page: number;
    total: number;
    capped: boolean;
  };
  /**
   * Retired places and doubles among those asked for.
   */
  hidden: number;
  parent: ReferencePlace | null;
}
export interface ReferencePlaceResponse {
  message: string;
  data: ReferencePlace;
}
export interface PlaceBody {
  /**
   * Of a new place.
   */
  parent_id?: string;
  /**
   * What the writer saw.
   */
  updated_at?: string | null;
  name_en?: NonEmptyText;
  name_fa?: NonEmptyText;
  name_ps?: NonEmptyText;
  aliases?: string[];
  pcode?: string | null;
  latitude?: number | string | null;
  longitude?: number | string | null;
}
export interface MergeBody {
  /**
   * Id of what stands for it from now on.
   */
  into: string;
}
/**
 * An edit of a list.
 */
export interface ReferenceEvent {
  at: string;
  by: PersonRef;
  action: string;
  /**
   * null: about the whole list.
   */
  id: string | null;
  detail: {
    [k: string]: unknown;
  };
}
export interface ReferenceEventsResponse {
  data: ReferenceEvent[];
}
export interface PlaceEvent {
  at: string;
  by: PersonRef;
  action: string;
  /**
   * null: about the whole list.
   */
  id: string | null;
  detail: {
    [k: string]: unknown;
  };
  name: string;
  into: string;
}
export interface PlaceEventsResponse {
  data: PlaceEvent[];
}
/**
 * Imported borders of a level.
 */
export interface BordersView {
  level: 'province' | 'district';
  file: string;
  /**
   * How many places have a border.
   */
  places: number;
  points: number;
  /**
   * Bytes that a map downloads.
   */
  size: number;
  at: string;
  by: PersonRef;
}
export interface BordersResponse {
  data: BordersView[];
}
/**
 * What a file of borders has. `message` says that it was imported.
 */
export interface BordersImport {
  message?: string;
  file: string;
  /**
   * Areas in the file.
   */
  areas: number;
  /**
   * Holds the P-codes.
   */
  property: string;
  /**
   * All that hold P-codes of places, the likeliest first.
   */
  properties: {
    name: string;
    matched: number;
  }[];
  levels: {
    level: 'province' | 'district';
    /**
     * How many places get a border.
     */
    places: number;
    points: number;
    /**
     * Bytes that a map downloads.
     */
    size: number;
    /**
     * Places of the level that the file has no border of.
     */
    without: {
      id: string;
      name: string;
      pcode: string | null;
      /**
       * Name of the province.
       */
      above: string | null;
    }[];
  }[];
  /**
   * Areas that are none of our places, with their number in the file; at most 100.
   */
  unmatched: {
    number: number;
    code: string | null;
  }[];
  unmatched_total: number;
  /**
   * With `dry_run=1`: the borders that would be stored, by level, as TopoJSON.
   */
  map?: {
    province?: {};
    district?: {};
  };
}
/**
 * An item of an open list; a list's own file may add keys.
 */
export interface ChoiceItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  code: string;
  category: string | null;
  parent: string | null;
  aliases: string[];
  /**
   * Days between which it may be chosen; null is open.
   */
  valid_from: string | null;
  valid_to: string | null;
  /**
   * Item that stands for this one, whose names it carries.
   */
  merged_into: string | null;
  /**
   * Instant of the last edit by a person; empty while it is as a file made it.
   */
  updated_at: string;
}
export interface ChoicesResponse {
  data: ChoiceItem[];
}
export interface ChoiceTable {
  list: string;
  title: Text | null;
  programme: string | null;
  /**
   * List that the parents of the items stand in; null if they have none.
   */
  parent_list: string | null;
  /**
   * Further keys that an item of the list may have, with their types and words.
   */
  attributes: {
    [k: string]: {
      type: 'string' | 'number' | 'boolean';
      label?: Text;
    };
  };
  total: number;
  retired: number;
  may: {
    edit?: true;
  };
}
export interface ChoiceTablesResponse {
  data: ChoiceTable[];
}
/**
 * An item; the attributes that its list declares are keys too.
 */
export interface ChoiceBody {
  code?: string;
  name_en: NonEmptyText;
  name_fa: NonEmptyText;
  name_ps: NonEmptyText;
  aliases?: string[] | string;
  category?: string | null;
  parent?: string | null;
  /**
   * Day, YYYY-MM-DD; null or empty for none.
   */
  valid_from?: string | null;
  /**
   * Day, YYYY-MM-DD; null or empty for none.
   */
  valid_to?: string | null;
  /**
   * What the writer saw.
   */
  updated_at?: string | null;
  [k: string]: unknown;
}
export interface ChoiceResponse {
  message: string;
  data: ChoiceItem;
}
export interface OrderBody {
  ids: string[];
}
export interface ChoiceOrderResponse {
  message: string;
  data: ChoiceItem[];
}
/**
 * A report that this person may open.
 */
export interface ReportEntry {
  report: string;
  programme: string;
  kind: ReportDefinition['kind'];
  title: Text;
  description: Text | null;
  path: string;
  /**
   * Other paths of the same screen.
   */
  aliases?: string[];
}
export interface ClosedReport {
  report: string;
  path: string;
  /**
   * Other paths of the same screen.
   */
  aliases?: string[];
  /**
   * Says who may open it.
   */
  message: string;
}
export interface ReportsResponse {
  /**
   * In the order of the programmes' menu.
   */
  data: ReportEntry[];
  /**
   * Reports that this person may not open, so that their screens say who may.
   */
  closed: ClosedReport[];
}
export interface ReportChoice {
  id: string;
  name: string;
}
export interface ReportFilter {
  id: string;
  /**
   * search: too many choices to send; they are searched in a list of `forms`.
   */
  kind: 'date' | 'period' | 'choices' | 'search';
  title: Text;
  choices: ReportChoice[];
  forms?: string[];
  /**
   * For search: the source it narrows.
   */
  by?: string;
  /**
   * Nothing is counted until it is chosen.
   */
  required?: true;
  any?: Text;
}
export interface ReportMeasure {
  id: string;
  title: Text;
  help?: Text;
  unit?: 'percent' | 'days' | 'people';
  digits: number;
  alarm?: true;
  /**
   * Whether its numbers open to records.
   */
  opens: boolean;
}
export interface ReportBlock {
  id: string;
  show: 'numbers' | 'table' | 'bars' | 'stacked' | 'donut' | 'trend' | 'ranking' | 'funnel' | 'text';
  title: Text | null;
  help: Text | null;
  /**
   * Name of the first column in the reader's language; null for one row.
   */
  by: string | null;
  measures: ReportMeasure[];
}
export interface ReportView {
  report: string;
  programme: string;
  kind: ReportDefinition['kind'];
  title: Text;
  description: Text | null;
  rule: Text | null;
  button?: Text;
  path: string;
  filters: ReportFilter[];
  /**
   * Titles of the blocks, and of single numbers of blocks, that are left out because the reader sees none of the records that they count.
   */
  closed?: Text[];
  blocks: ReportBlock[];
}
export interface ReportResponse {
  data: ReportView;
}
export interface ReportColumn {
  measure: string;
  /**
   * Key of the column in a cross table.
   */
  across?: string;
  /**
   * In the reader's language.
   */
  name: string;
}
export interface ReportRow {
  /**
   * Stored value; empty for records that say nothing.
   */
  key: string;
  name: string;
  /**
   * A colour of the theme that goes with it.
   */
  variant?: string;
  /**
   * One for each column; null where there is nothing to work out (a rate of none).
   */
  cells: (number | null)[];
}
export interface ReportBlockResult {
  id: string;
  columns: ReportColumn[];
  rows: ReportRow[];
  total: ReportRow | null;
  /**
   * Rows there are; `rows` holds the first of them.
   */
  all: number;
  /**
   * Measures that are left out, because this reader may not read the answers.
   */
  absent?: string[];
  /**
   * A column is still being filled after a new version: numbers may be too low.
   */
  pending?: true;
}
export interface ReportResult {
  report: string;
  /**
   * Moment of the numbers.
   */
  at: string;
  /**
   * Records looked at.
   */
  records: number;
  /**
   * As understood.
   */
  filters: {
    [k: string]: string[];
  };
  blocks: ReportBlockResult[];
}
export interface ReportResultResponse {
  data: ReportResult;
}
/**
 * A record, site, problem or event behind a number.
 */
export interface ReportBehindRow {
  id: string;
  form: string;
  name: string;
  code: string | null;
  place: string | null;
  day: string | null;
  state: StateView | null;
  ratings?: RatingBars;
  /**
   * What it adds to a sum; null for counts.
   */
  value: number | null;
  /**
   * Screen of the record or of the problem.
   */
  path: string;
}
export interface ReportBehindResponse {
  data: ReportBehindRow[];
  meta: PageMeta;
  /**
   * The number at the moment of the list. It differs from one shown before if records changed since then.
   */
  number: number | null;
  /**
   * Moment of the list.
   */
  at: string;
}
/**
 * Something to choose, in all languages.
 */
export interface ReportOption {
  id: string;
  label: Text;
}
/**
 * Something that a report may count by, or compare.
 */
export interface ReportSourceChoice {
  source: string;
  label: Text;
  /**
   * record: what every record has; answer: a question of the form; parent: a question of what the record is about.
   */
  group: 'record' | 'answer' | 'parent';
  kind: 'number' | 'day' | 'option' | 'record' | 'text';
  /**
   * Title of its section.
   */
  section: Text | null;
  /**
   * What can be chosen of it; empty if that is no closed list.
   */
  options: ReportOption[];
  /**
   * Present if not everybody may read it: others see no number of it.
   */
  restricted?: true;
}
/**
 * What a report can count of a form.
 */
export interface ReportChoices {
  form: string;
  title: Text;
  programme: string;
  sources: ReportSourceChoice[];
  /**
   * What there is of a problem; empty if the form carries none.
   */
  problems: ReportSourceChoice[];
  /**
   * What there is of an entry of the activity log.
   */
  events: ReportSourceChoice[];
  /**
   * Field types of questions that can be rows: rating first.
   */
  question_types: {
    type: string;
    questions: number;
    topics: boolean;
    options: ReportOption[];
  }[];
  sections: ReportOption[];
  states: ReportOption[];
  /**
   * True if the form says which sites are to be visited.
   */
  due: boolean;
}
export interface ReportChoicesResponse {
  data: ReportChoices;
}
/**
 * A report that somebody still writes.
 */
export interface ReportDraftEntry {
  id: string;
  report: string | null;
  programme: string | null;
  /**
   * As far as it is there; null while there is none.
   */
  title: Text | null;
  /**
   * False if it changes a report that is there.
   */
  is_new: boolean;
  /**
   * Name under which the calls of reports show it to those who may publish.
   */
  preview: string;
  /**
   * Of the draft; grows with every save.
   */
  version: number;
  created_at: string;
  created_by: PersonRef;
  changed_at: string;
  changed_by: PersonRef;
}
export interface ReportDraftsResponse {
  data: ReportDraftEntry[];
}
export interface ReportDraftResponse {
  data: ReportDraftEntry;
  /**
   * May be half-done or wrong.
   */
  content: {
    [k: string]: unknown;
  };
  /**
   * Hash of the served report that it changes; null for a new one.
   */
  seen: string | null;
}
export interface NewReportDraftBody {
  content?: {
    [k: string]: unknown;
  };
  /**
   * Name of a report to change, in place of the content.
   */
  from?: string;
}
export interface ReportDraftBody {
  /**
   * Of the draft, as it was seen.
   */
  version: number;
  content: {
    [k: string]: unknown;
  };
  /**
   * Hash of the served report that was compared with it.
   */
  seen?: string | null;
}
export interface ReportCheckResponse {
  /**
   * Of the draft that was checked.
   */
  version: number;
  /**
   * The first 200.
   */
  issues: DefinitionIssue[];
}
export interface RecordItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  code: string | null;
  province_id: string | null;
  district_id: string | null;
  form?: string;
}
export interface OptionItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  value: unknown;
}
export interface ChoiceOption {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  code: string;
  category: string | null;
  parent: string | null;
  aliases: string[];
  /**
   * Days between which it may be chosen; null is open.
   */
  valid_from: string | null;
  valid_to: string | null;
  /**
   * Item that stands for this one, whose names it carries.
   */
  merged_into: string | null;
  /**
   * Instant of the last edit by a person; empty while it is as a file made it.
   */
  updated_at: string;
  value: string;
}
export interface ProblemStatusItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  open: boolean;
}
export interface ProblemRoleItem {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  key: string;
}
/**
 * A problem of the site that is still open, as a new visit carries it.
 */
export interface OngoingProblem {
  id: string;
  number: number;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  category: string | null;
  problem_status: ProblemStatus;
}
/**
 * Counts named after a rated question stand in its row.
 */
export interface QuestionView {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  field: string;
  type: string;
  required: boolean;
  options?: OptionItem[];
  rates?: OptionItem[];
  /**
   * Of a rated question: 0 on a new form, NA where a record has no answer.
   */
  rate?: {
    [k: string]: unknown;
  };
  value?: unknown;
  /**
   * With a remark.
   */
  choice_id?: {
    [k: string]: unknown;
  };
  text?: string | null;
}
export interface QuestionGroup {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  questions: QuestionView[];
}
export interface SectionAnswer {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  field: string;
  type: string;
  value: unknown;
  text: string;
}
export interface SectionView {
  id: string;
  name: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  fields: SectionAnswer[];
}
export interface OptionPair {
  question_id: number;
  option_id: unknown;
}
/**
 * What a form's lookup knows; a row of a table is known by its name.
 */
export interface LookupItem {
  id?: string;
  name?: string;
}
export interface LoginBody {
  username: string;
  password: string;
  /**
   * What an earlier login on this device answered: wrong passwords of strangers do not hold it up.
   */
  device_token?: string | null;
}
export interface LoginResponse {
  /**
   * To be sent as Authorization: Bearer.
   */
  access_token: string;
  token_type: 'Bearer';
  /**
   * To be sent at the next login on this device; absent when the server has no room to remember it.
   */
  device_token?: string;
  user: SessionUser;
  siteUsers: SessionUser[];
}
export interface SessionUser {
  id: string;
  username: string;
  name: string;
  language: 'en' | 'fa' | 'pa';
  calendar: 'solar' | 'gregorian' | null;
  /**
   * Record of the person this account speaks for.
   */
  person_id: string | null;
  grants: Grant[];
  must_change_password: boolean;
}
export interface RescueKeyResponse {
  /**
   * Null if the organisation has none.
   */
  key: string | null;
}
export interface SessionView {
  user: SessionUser;
  grants: Grant[];
  roles: {
    id: string;
    label: Text;
  }[];
  /**
   * Actions of the engine: accounts, choices, definitions, export …
   */
  may: {
    [k: string]: boolean;
  };
}
export interface PreferencesBody {
  language?: 'en' | 'fa' | 'pa' | 'ps';
  calendar?: 'solar' | 'gregorian';
}
export interface PasswordBody {
  current_password: string;
  new_password: string;
  confirmation: string;
}
/**
 * One of the logins of one's own account.
 */
export interface OwnSession {
  id: string;
  /**
   * Browser and system, as Chrome · Android; null when the browser did not say.
   */
  device: string | null;
  created_at: string;
  /**
   * Known to ten minutes.
   */
  last_used_at: string;
  /**
   * The session that asks.
   */
  current: boolean;
}
export interface OwnSessionsResponse {
  data: OwnSession[];
}
export interface SheetColumnView {
  /**
   * Letter in the file.
   */
  letter: string;
  property: string;
  title: string;
  required: boolean;
}
export interface CellErrorView {
  /**
   * C7; 7 when no column of the file is meant.
   */
  address: string;
  title: string | null;
  code: string;
  message: string;
}
/**
 * What says the same: earlier rows of the file, records that are there.
 */
export interface SameRecords {
  rows: number[];
  records: {
    id: string;
    code: string | null;
  }[];
}
export interface SheetRowView {
  row: number;
  /**
   * By stored name; typed where the file says it in other words.
   */
  cells: {
    [k: string]: {
      text: string;
      typed?: string;
    };
  };
  errors: CellErrorView[];
  same: SameRecords | null;
}
export interface MadeRecord {
  id: string;
  code: string | null;
  name: string;
  deleted: boolean;
}
export interface SheetPreview {
  file: {
    name: string;
    size: number;
  };
  hash: string;
  columns: SheetColumnView[];
  left_out: {
    address: string;
    heading: string;
  }[];
  rows: SheetRowView[];
  meta: {
    rows: number;
    wrong: number;
    errors: number;
    same: number;
  };
  /**
   * Who imported the same content before.
   */
  already: {
    at: string;
    by: PersonRef;
    records: MadeRecord[];
  } | null;
}
/**
 * One cell that somebody changed.
 */
export interface CorrectedCellView {
  /**
   * C7, or Members!C7 on the sheet of a table.
   */
  address: string;
  title: string;
  /**
   * What the record said when it was exported.
   */
  old: string;
  new: string;
  /**
   * What the record says now, where somebody else changed the same answer.
   */
  theirs?: string;
}
export interface CorrectedRecordView {
  id: string;
  code: string | null;
  name: string;
  /**
   * The version it has now.
   */
  version: number;
  /**
   * The version that the file was made of.
   */
  exported: number;
  /**
   * A decision is needed: mine, theirs or leave.
   */
  collides: boolean;
  cells: CorrectedCellView[];
  errors: CellErrorView[];
}
/**
 * What a file that was exported from the list, and corrected, would change.
 */
export interface SheetCorrections {
  file: {
    name: string;
    size: number;
  };
  /**
   * Records with a changed cell.
   */
  corrections: CorrectedRecordView[];
  /**
   * Of rows that belong to no record.
   */
  errors: CellErrorView[];
  /**
   * Columns that are not read: unknown ones; those with changed cells that cannot be corrected here (fixed); restricted answers.
   */
  left_out: {
    address: string;
    heading: string;
    reason: 'unknown' | 'fixed' | 'restricted';
    cells: number;
  }[];
  meta: {
    /**
     * Records in the file.
     */
    records: number;
    /**
     * Records that would change.
     */
    changed: number;
    /**
     * Cells that would change.
     */
    cells: number;
    /**
     * Records in the file without a changed cell.
     */
    unchanged: number;
    /**
     * Records that say already what the file says.
     */
    already: number;
    collisions: number;
    errors: number;
  };
}
export interface SheetImport {
  message: string;
  imported: number;
  already: {
    at: string;
    by: PersonRef;
  } | null;
  records: MadeRecord[];
}
/**
 * A record as it is stored, with its answers in the version that it was captured with. Answers that the person may not read are left out.
 */
export interface SyncRecord {
  id: string;
  form: string;
  form_version: number;
  code: string | null;
  state: string;
  parent_id: string | null;
  site_id: string | null;
  province_id: string | null;
  district_id: string | null;
  village_id: string | null;
  organization_id: string | null;
  /**
   * For optimistic locking. Each revision increases it by one.
   */
  version: number;
  created_by: string;
  /**
   * UTC, ISO 8601 with milliseconds.
   */
  created_at: string;
  /**
   * Who last changed the answers or handed the record in. Unlike updated_by, other changes of state keep it.
   */
  edited_by: string;
  /**
   * Who of the office sent the record from a rescue file of its author.
   */
  created_sent_by: string | null;
  /**
   * Who of the office sent the last change of the answers, or handed the record in, for its author.
   */
  edited_sent_by: string | null;
  updated_by: string;
  updated_at: string;
  /**
   * When filling it in began, by the clock of the device as it was corrected. null if nobody said so, as for the two below.
   */
  started_at: string | null;
  captured_at: string | null;
  device_id: string | null;
  deleted_at: string | null;
  data: {};
}
export interface SyncRecordLine {
  record: SyncRecord;
  name: string;
  refs: Refs;
  review?: ChangeView;
}
/**
 * Follows every hundred records, so that a cut response goes on after the last one that arrived, and ends the response. The same record may be sent again.
 */
export interface SyncCursorLine {
  /**
   * For `after` of the next request. Null if records were asked for by id.
   */
  cursor: string | null;
  /**
   * True if there are further records now.
   */
  more: boolean;
}
/**
 * Ends the response if the server failed in the middle.
 */
export interface SyncErrorLine {
  error: ErrorResponse;
  status: number;
}
export interface SyncPlanForm {
  form: string;
  records: number;
  /**
   * Of the records, before compression.
   */
  bytes: number;
  files: number;
  file_bytes: number;
  /**
   * True if bytes and files were worked out from some of the records.
   */
  is_estimate: boolean;
}
/**
 * What a device would receive. Forms without records are left out.
 */
export interface SyncPlanResponse {
  forms: SyncPlanForm[];
  records: number;
  bytes: number;
  files: number;
  file_bytes: number;
}
/**
 * Rules that a device judges with while it has no network. Their shapes are those of the definitions.
 */
export interface SyncRules {
  permissions: {};
  home: {};
  review: {};
  /**
   * Versions that take no new records, by `form@version`.
   */
  withdrawn: {
    [k: string]: {
      at: string;
      reason: string;
    };
  };
  /**
   * First day, in Kabul, of the new records of versions that waited for one, by `form@version`.
   */
  starts: {
    [k: string]: string;
  };
}
export interface SyncHeld {
  id: string;
  version: number;
}
/**
 * Records that the device has, at most 1,000.
 */
export interface SyncCheckBody {
  records: SyncHeld[];
}
export interface SyncCheckResponse {
  /**
   * Ids that were removed or that the person does not see any more.
   */
  gone: string[];
  /**
   * Records whose version on the server is another one.
   */
  changed: SyncHeld[];
}
/**
 * Idempotency keys of writes, at most 1,000.
 */
export interface SyncDoneBody {
  ids: string[];
}
export interface SyncDoneResponse {
  done: SyncDone[];
}
/**
 * A write that the server has taken.
 */
export interface SyncDone {
  /**
   * Its idempotency key.
   */
  id: string;
  record_id: string;
  /**
   * Version of the record after it.
   */
  version: number;
}
export interface SyncPlace {
  place: PlaceView;
}
export interface SyncPlacesEnd {
  places: number;
}
export interface SyncReferenceEntry {
  /**
   * Of a GET request below /api.
   */
  path: string;
  /**
   * Changes with the response.
   */
  hash: string;
  /**
   * An earlier version of a form, which only records captured with it need.
   */
  earlier?: true;
}
export interface SyncReferenceResponse {
  entries: SyncReferenceEntry[];
  /**
   * Of all entries.
   */
  hash: string;
}
export interface SyncStateResponse {
  /**
   * Changes with every record that the person sees, gains or loses, and with all reference data. Null: ask later.
   */
  state: string | null;
}
/**
 * An upload that arrives in parts.
 */
export interface ResumableUpload {
  /**
   * Also that of the file.
   */
  id: string;
  /**
   * Bytes so far.
   */
  received: number;
  length: number;
  /**
   * Null until everything was received.
   */
  file: FileResponse | null;
}
export interface HealthResponse {
  status: 'ok';
}
export interface ReadyResponse {
  status: 'ready';
  checks: {
    [k: string]: 'ok' | 'degraded' | 'failed';
  };
  /**
   * Stored versions of forms and shared parts that cannot be served, such as well-visit@2.
   */
  unserved?: string[];
}
export interface StartResponse {
  /**
   * By path below /api with its query, as each call would answer on its own. What was refused is not among them, nor what the caller has by its entity tag.
   */
  answers: {
    [k: string]: unknown;
  };
  /**
   * Entity tags of the answers that change only with definitions, also of those that were left out.
   */
  etags: {
    [k: string]: string;
  };
}
/**
 * What the public page says, without a login: figures of one day, with too few records told apart by less.
 */
export interface PublicFiguresResponse {
  /**
   * Day of the figures; null before the first ones.
   */
  day: string | null;
  /**
   * Districts with fewer sites are counted together.
   */
  least_sites: number;
  threshold: number;
  title: string;
  about: string[];
  flows: PublicFlow[];
  filters: {
    dimension: string;
    options: {
      id: string;
      name: string;
      /**
       * With the other choices, nothing is published of it.
       */
      empty?: true;
    }[];
  }[];
  measures: PublicMeasure[];
}
export interface PublicFlow {
  id: string;
  title: string;
}
export interface PublicMeasure {
  id: string;
  title: string;
  total: number;
  tables: PublicTable[];
}
export interface PublicTable {
  dimension: string;
  rows: {
    /**
     * Empty for records without a value.
     */
    id: string;
    name: string;
    count: number;
  }[];
  /**
   * Records that are not told apart here, because there are too few.
   */
  rest: number;
  /**
   * The numbers are changed a little by chance and rounded to multiples of the threshold, so that no small count follows from them.
   */
  rounded?: true;
}
/**
 * What the public is told of a record whose token one has.
 */
export interface ProofResponse {
  title: string;
  issuer: string;
  code: string | null;
  state: {
    id: string;
    name: string;
    variant: string;
    icon: string;
  };
  fields: {
    name: string;
    label: string;
    value: string;
  }[];
}
