/** What the check needs from its caller: libraries that read JSON and check schemas, which core does not import. */
import type { FileKind } from '../definitions/files.ts';
import type { AjvError, CompiledForm, JsonSchema } from '../definitions/types.ts';
import type { QuestionReference } from '../records/taint.ts';
import type { Finding } from './issues/issue.ts';
import type { MediaFiles } from './media.ts';

export interface CheckTools {
  /** Meta schemas by kind of file. */
  meta: ReadonlyMap<FileKind, JsonSchema>;
  /** Returns where a text is no JSON, or has a key twice. */
  syntax(text: string): (Finding & { pointer: string })[];
  /** Returns the errors of a file against the meta schema of its kind. Empty for kinds without one. */
  shape(kind: FileKind, json: unknown): AjvError[];
  media: MediaFiles;
  /** Returns true if an administrator lifted the restriction of a question. Default: none is lifted. */
  isLifted?(of: QuestionReference): boolean;
  /** Throws if no validator can be compiled for a form. */
  compileValidator(form: CompiledForm): void;
}
