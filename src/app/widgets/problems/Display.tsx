/** The log as a sheet carries it, for reading. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { refName } from '../../../core/form/types/fieldType.ts';
import { statusOf } from '../../../core/problems/log.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { useSay, useWidgets, useWords } from '../environment.tsx';
import { useFormHost } from '../host.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node, data, refs }: DisplayProps) {
  const environment = useWidgets();
  const { language, calendar, constants } = environment;
  const { t } = useWords();
  const say = useSay();
  const raw = data[node.name];
  const rows = Array.isArray(raw) ? (raw as RecordData[]) : [];
  const list = useFormHost()?.form.definition.problems?.types;
  const context = { language, calendar, constants, refs };
  const names = (value: unknown) =>
    (Array.isArray(value) ? value : value ? [value] : [])
      .map((id) => refName(id, context))
      .join(language === 'en' ? ', ' : '، ');
  const day = (value: unknown) => (typeof value === 'string' ? formatDate(value, { language, calendar }) : '');
  return (
    <ol className="am-problem-list">
      {rows.map((problem, index) => {
        const status = constants.problemStatuses.find((one) => one.id === statusOf(problem));
        const lines = [
          [t('problems.date_identified'), day(problem.date_identified)],
          [t('problems.identified_by_id'), names(problem.identified_by_id)],
          [t('problems.advocated_by_id'), names(problem.advocated_by_id)],
          [t('problems.trouble_shooter_id'), names(problem.trouble_shooter_id)],
          [t('problems.date_solved'), day(problem.date_solved)],
          [t('problems.solved_by_id'), names(problem.solved_by_id)],
          [t('problems.resolution_steps'), String(problem.resolution_steps ?? '')],
        ].filter(([, value]) => value);
        return (
          <li key={String(problem.id ?? index)} className="am-problem am-problem-read">
            <span className="am-number-mark">{localDigits(index + 1, language)}</span>
            <div>
              <strong>{refName(problem.problem_type_id, context, list)}</strong>{' '}
              <span className="am-badge" data-tone={status?.open ? 'orange' : 'green'}>
                {say(status?.label)}
              </span>
              <p dir="auto">{String(problem.problem_details ?? '')}</p>
              <dl className="am-lines">
                {lines.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
