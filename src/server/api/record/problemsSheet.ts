/** `GET {base}/{id}/problems?download=1&localSuffix=fa`: sends a site's problem log as a workbook named after the site. */
import type { FastifyReply } from 'fastify';
import { holdsFiles, isAnswerable } from '../../../core/form/types/question.ts';
import { pickText } from '../../../core/text/languages.ts';
import { suffixLanguage } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { Call } from '../call.ts';
import { answerColumns } from '../export/answerColumns.ts';
import { plainStyle } from '../export/style.ts';
import { sendWorkbook } from '../files/download.ts';
import type { Cell } from '../files/workbook.ts';
import { problems } from './problems.ts';

export async function problemsSheet(call: Call, id: string): Promise<FastifyReply> {
  const language = suffixLanguage(call.query.localSuffix, call.language);
  const { services, form, actor } = call;
  const { name } = await services.records.get(form, id, actor);
  const { data, refs } = await problems({ ...call, language }, id);
  const label = (key: string) => words(language, `server:problems.${key}`);
  const problem = services.registry.problem();
  const asked = problem?.sections.flatMap(({ fields }) => fields) ?? [];
  const columns = asked
    .filter((node) => isAnswerable(node) && !holdsFiles(node))
    .flatMap((node) =>
      answerColumns({ services, form: problem ?? form, style: plainStyle(language) }, node, node.def.short),
    );
  return sendWorkbook(call.reply, `${name} Problems Log Sheet.xlsx`, {
    language,
    sheets: [
      {
        title: label('sheet'),
        head: [label('number'), label('code'), label('category'), ...columns.map(({ heading }) => heading)],
        rows: data.map((problem): Cell[] => [
          problem.number,
          problem.code ?? '',
          problem.category_title ? pickText(problem.category_title, language) : '',
          ...columns.map(({ cell }) => cell(problem, refs)),
        ]),
      },
    ],
  });
}
