/** Lists the questions of a form, also those that its newest version no longer asks. Each has a page. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormQuestionsResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Versions.module.css';

export function QuestionTable({ form }: { form: string }) {
  const { t } = useTranslation('admin');
  const questions = useQuery({
    queryKey: ['definition', form, 'questions'],
    queryFn: () => call<FormQuestionsResponse>(`definitions/${encodeURIComponent(form)}/questions`),
  });
  if (questions.error) return <FailureNote error={questions.error} />;
  if (!questions.data) return <Skeleton height={56} radius="lg" mb="md" />;
  const { data } = questions.data;
  return (
    <details className="am-fold am-card am-after" data-questions>
      <summary>
        <Icon name="chevron-down" size={18} />
        {t('questions.all', { number: number(data.length) })}
      </summary>
      <ul className={`${classes.differences} am-wraps am-rows`}>
        {data.map(({ question, label, within, asked }) => (
          <li key={question} data-question={question}>
            <Link to={`/admin/forms/${form}/questions/${question}`}>{[...within, label].map(text).join(' – ')}</Link>{' '}
            {!asked && <span className="am-hint">{t('questions.notAsked')}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
