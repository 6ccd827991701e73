/** Reads the body of a save: which version of the form its answers are of, and what they say. */
import { migrate } from '../definitions/migrate.ts';
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { Failure } from '../errors/failure.ts';
import { isObject } from '../errors/json.ts';
import { coerce } from '../form/coerce.ts';
import { isSetOnce } from '../form/defaults.ts';
import { holdsFiles } from '../form/types/question.ts';
import type { Registry } from '../records/registry.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { addTooLong } from './holdable.ts';
import type { UpdateBody } from './types.ts';

type Body = Record<string, unknown>;
type Forms = Pick<Registry, 'form' | 'captureForm' | 'withdrawal' | 'versions'>;

export interface CreateBody {
  form: CompiledForm;
  data: RecordData;
  envelope: Envelope;
}

/** `of` is any version of the form. Throws `validation_failed` for values of the wrong type. */
export function readCreate(registry: Forms, of: CompiledForm, body: Body): CreateBody {
  const envelope = readEnvelope(of, body);
  const asked = envelope.formVersion && registry.form(of.form, envelope.formVersion);
  const form = asked || registry.captureForm(of.form) || of;
  const { data, errors } = coerce(form, envelope.answers);
  addTooLong(form, data, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { form, data, envelope };
}

/**
 * `captured` is the version that the record was captured with. It keeps it, unless `form_version` is later and not withdrawn.
 * A file question that is missing keeps its files, since they may have been uploaded separately. Null empties it. `current`
 * is the version of the record itself.
 */
export function readUpdate(registry: Forms, captured: CompiledForm, body: Body, current: number): UpdateBody {
  const asked = registry.form(captured.form, Number(body.form_version) || 0);
  const form = asked && asked.version > captured.version && !registry.withdrawal(asked) ? asked : captured;
  const envelope = readEnvelope(form, body);
  if (asked && asked.version < captured.version && envelope.version !== undefined && envelope.version !== current)
    return readOutdated(registry, asked, captured, body);
  const { data, errors, named } = coerce(form, envelope.answers);
  addTooLong(form, data, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  const keep = [...form.fields.values()].filter(
    (node) => isSetOnce(node) || (holdsFiles(node) && !named.has(node.name)),
  );
  const { version, transition } = envelope;
  const given = form.byProperty.has('not_taken') ? undefined : body.not_taken;
  const notTaken = isObject(given) ? coerce(form, given).data : undefined;
  return { form, data, version, transition, keep: keep.map((node) => node.name), ...(notTaken && { notTaken }) };
}

/**
 * Reads answers that were written before somebody else moved the record to a newer version of its form. They are only shown
 * in the response to the version conflict, so what the newer version has no question for may be left out.
 */
function readOutdated(registry: Forms, asked: CompiledForm, captured: CompiledForm, body: Body): UpdateBody {
  const { answers, version, transition } = readEnvelope(asked, body);
  const { data, errors } = coerce(asked, answers);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  const read = migrate(data, registry.versions(asked.form), asked.version, captured.version);
  return { form: captured, data: read.data, version, transition };
}
