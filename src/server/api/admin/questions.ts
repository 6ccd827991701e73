/**
 * `GET /api/definitions/{form}/questions` and `…/questions/{question}`: what each question was in every version that asks or
 * asked it, what became of its answers, and how many records answer it. For those who may publish.
 */
import type { FastifyInstance } from 'fastify';
import { questionChanges, questionIds, rulesOf } from '../../../core/definitions/questionHistory.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { FormQuestion, QuestionHistory } from '../../../core/generated/api.ts';
import { isBlank } from '../../../core/records/blank.ts';
import { fromTable } from '../../db/records.ts';
import { slices } from '../../db/slices.ts';
import type { Services } from '../../http/services.ts';
import { actorWho } from '../../http/session.ts';

const SLICE = 500;
/** Milliseconds for counting. What was not reached is told by `looked`. */
const LIMIT = 5000;

export function registerQuestions(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  const versionsOf = (form: string): CompiledForm[] => {
    const versions = registry.form(form) ? registry.versions(form) : [];
    if (versions.length === 0) throw new Failure('record_not_found');
    return versions;
  };

  app.get<{ Params: { form: string } }>('/api/definitions/:form/questions', async (request) => {
    await actorWho(request, services, 'definitions');
    const versions = versionsOf(request.params.form);
    return { data: questionIds(versions).map((id): FormQuestion => headingOf(versions, id)) };
  });

  app.get<{ Params: { form: string; question: string } }>(
    '/api/definitions/:form/questions/:question',
    async (request) => {
      await actorWho(request, services, 'definitions');
      const { form, question } = request.params;
      const versions = versionsOf(form);
      if (!questionIds(versions).includes(question)) throw new Failure('record_not_found');
      return historyOf(services, versions, question);
    },
  );
}

function headingOf(versions: readonly CompiledForm[], id: string): FormQuestion {
  const asking = versions.filter(({ byQuestion }) => byQuestion.has(id));
  const { label } = nodeIn(asking.at(-1), id).def;
  return {
    question: id,
    label,
    versions: asking.map(({ version }) => version),
    asked: asking.includes(versions.at(-1) as CompiledForm),
  };
}

const nodeIn = (form: CompiledForm | undefined, id: string): FieldNode => form?.byQuestion.get(id) as FieldNode;

async function historyOf(services: Services, versions: readonly CompiledForm[], id: string): Promise<QuestionHistory> {
  const asking = versions.filter(({ byQuestion }) => byQuestion.has(id));
  const { answered, looked, records } = await countAnswers(services, asking, id);
  const newest = versions.at(-1) as CompiledForm;
  const now = newest.byQuestion.get(id);
  const { columns, filters = [] } = newest.definition.list;
  const isListed = [...columns, ...filters].some((column) => column === now?.name);
  return {
    ...headingOf(versions, id),
    wordings: asking.map((form) => {
      const node = nodeIn(form, id);
      const { label, help, options } = node.def;
      const rules = Object.entries(rulesOf(node)).flatMap(([kind, text]) =>
        text ? [{ kind: kind as keyof ReturnType<typeof rulesOf>, text }] : [],
      );
      return {
        version: form.version,
        names: node.properties,
        type: node.type,
        label,
        ...(help && { help }),
        section: form.sections.find((one) => one.id === node.section)?.def.title ?? newest.definition.title,
        required: node.required,
        ...(options && { options: options.map(({ value, label: words }) => ({ value, label: words })) }),
        rules,
        answered: answered.get(form.version) ?? 0,
      };
    }),
    changes: questionChanges(versions, id),
    records,
    looked,
    filter: isListed && now ? { field: now.name, op: 'empty', value: false } : null,
  };
}

/** Reads the stored answers, because those of removed questions stand nowhere else. */
async function countAnswers({ database }: Services, asking: readonly CompiledForm[], id: string) {
  const names = new Map(asking.map((form) => [form.version, nodeIn(form, id).properties]));
  const [{ form }] = asking as [CompiledForm];
  const of = database.read
    .selectFrom('records')
    .where('form', '=', form)
    .where('deleted_at', 'is', null)
    .where('form_version', 'in', [...names.keys()]);
  const total = await of.select((eb) => eb.fn.countAll<number>().as('records')).executeTakeFirst();
  const answered = new Map<number, number>();
  const ends = Date.now() + LIMIT;
  let looked = 0;
  const read = async (after: string) =>
    Date.now() > ends ? [] : of.selectAll().where('id', '>', after).orderBy('id').limit(SLICE).execute();
  for await (const rows of slices('', (row) => row.id, read)) {
    looked += rows.length;
    for (const { form_version, data } of rows.map(fromTable))
      if (names.get(form_version)?.some((name) => !isBlank(data[name])))
        answered.set(form_version, (answered.get(form_version) ?? 0) + 1);
  }
  return { answered, looked, records: Number(total?.records ?? 0) };
}
