/** Found records, grouped by form. Each lists the questions that matched. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PersonalFind } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { groupBy } from '../../data/groups.ts';
import { useForms } from '../../data/queries.ts';
import { comma, date, number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';

interface Props {
  records: readonly PersonalFind[];
  /** Opens the erase dialog. Offered only if the record's own answers match, not if a person is only referred to. */
  onErase?: (record: PersonalFind) => void;
}

export function PersonalDataResults({ records, onErase }: Props) {
  const { t } = useTranslation('admin');
  const forms = useForms().data ?? [];
  return groupBy(records, ({ form }) => form).map((members) => {
    const form = members[0]?.form ?? '';
    const entry = forms.find((one) => one.form === form);
    return (
      <section key={form} className="am-surface am-titled am-after" data-found={form}>
        <h2>
          {entry ? text(entry.plural) : form} <span className="am-hint">{number(members.length)}</span>
        </h2>
        <ul className="am-entries">
          {members.map((one) => {
            const to = one.is_person ? `/admin/personal-data/${encodeURIComponent(one.id)}` : undefined;
            const path = to ?? (entry && !one.deleted_at ? recordPath(entry, one.id) : undefined);
            const title = <bdi>{one.name || one.code}</bdi>;
            return (
              <li key={one.id} data-record={one.id}>
                <div className="am-column am-words">
                  <span>
                    {path ? <Link to={path}>{title}</Link> : title}{' '}
                    {one.code && one.code !== one.name && (
                      <bdi dir="ltr" className="am-hint">
                        {one.code}
                      </bdi>
                    )}
                  </span>
                  <span className="am-hint">
                    {date(one.created_at, 'short')}
                    {one.deleted_at && ` · ${t('personal.deleted')}`}
                  </span>
                  {one.answers.length > 0 && (
                    <span className="am-hint">{t('personal.in', { questions: labels(one.answers) })}</span>
                  )}
                  {one.names.length > 0 && (
                    <span className="am-hint">{t('personal.namedIn', { questions: labels(one.names) })}</span>
                  )}
                </div>
                {onErase && one.erasable && !one.is_person && one.answers.length > 0 && (
                  <ActionButton
                    icon="trash"
                    variant="outline"
                    color="red"
                    size="xs"
                    onClick={() => onErase(one)}
                    action="erase"
                  >
                    {t('personal.eraseRestricted')}
                  </ActionButton>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    );
  });

  function labels(questions: PersonalFind['answers']): string {
    return questions.map(({ label }) => text(label)).join(comma());
  }
}
