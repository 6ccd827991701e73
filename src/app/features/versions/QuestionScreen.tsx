/** Shows one question in every version that asks it, what became of its answers, and how many records answer it. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { QuestionChange, QuestionHistory, QuestionWording } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { isolateName, languageTag, textDirection } from '../../../core/text/languages.ts';
import { call } from '../../data/http.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import classes from './Versions.module.css';

export default function QuestionScreen() {
  const { form = '', question = '' } = useParams();
  const { t } = useTranslation('admin');
  const session = useSession();
  const entry = useForms().data?.find((one) => one.form === form);
  const isAllowed = session.data?.may.definitions;
  const found = useQuery({
    queryKey: ['definition', form, 'questions', question],
    queryFn: () =>
      call<QuestionHistory>(`definitions/${encodeURIComponent(form)}/questions/${encodeURIComponent(question)}`),
    enabled: isAllowed === true,
  });
  if (session.data && !isAllowed) return <ForbiddenScreen />;
  const error = session.error ?? found.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([session.refetch(), found.refetch()])} />;
  const title = text(found.data?.label) || question;
  return (
    <Screen
      name="form-question"
      title={title}
      crumbs={[
        { label: t('versions.title'), to: '/admin/forms' },
        { label: text(entry?.plural) || form, to: `/admin/forms/${form}` },
        { label: title },
      ]}
    >
      {!found.data && <Skeleton height={240} radius="lg" />}
      {found.data && (
        <>
          <p className="am-after am-dimmed">
            <DotSeparated
              parts={[
                <code key="question" dir="ltr">
                  {question}
                </code>,
                ...found.data.within.map(text),
                t(found.data.asked ? 'questions.asked' : 'questions.notAsked'),
                found.data.looked < found.data.records &&
                  t('questions.looked', { looked: number(found.data.looked), records: number(found.data.records) }),
              ]}
            />
          </p>
          {entry?.may.view && found.data.filter && (
            <p>
              <Link to={filteredListPath(entry, [found.data.filter])} data-action="list">
                {t('questions.list')}
              </Link>
            </p>
          )}
          <Changes changes={found.data.changes} />
          {[...found.data.wordings].reverse().map((one) => (
            <Wording key={one.version} one={one} />
          ))}
        </>
      )}
    </Screen>
  );
}

function Changes({ changes }: { changes: readonly QuestionChange[] }) {
  const { t } = useTranslation('admin');
  if (changes.length === 0) return null;
  return (
    <section className="am-card am-after am-stack am-brief" data-changes>
      <h2>{t('questions.changes')}</h2>
      <ul className={`${classes.differences} am-wraps am-rows`}>
        {changes.map(({ version, kind, from, to, reason }) => (
          <li key={`${version} ${kind} ${from} ${to}`}>
            <b>{t('versions.version', { version: number(version) })}:</b>{' '}
            {t(`questions.kinds.${kind === 'mapped' && to.length === 0 ? 'unmapped' : kind}`, {
              from: codes(from),
              to: codes(to),
            })}
            {reason && ` ${text(reason)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Stored names read from left to right in every language. */
const codes = (names: readonly string[]) => `\u2066${names.join(', ') || '–'}\u2069`;

function Wording({ one }: { one: QuestionWording }) {
  const { t } = useTranslation('admin');
  return (
    <section className="am-card am-after am-stack am-brief" data-version={one.version}>
      <h2>{t('versions.version', { version: number(one.version) })}</h2>
      {Object.entries(one.label).map(([language, words]) => (
        <p key={language} lang={languageTag(language)} dir={textDirection(language)} className="am-wraps">
          {words}
        </p>
      ))}
      <p>{isolateName(text(one.note))}</p>
      <p className="am-hint">
        <DotSeparated
          parts={[
            t('questions.answered', { count: one.answered, number: number(one.answered) }),
            t(one.required ? 'questions.required' : 'questions.optional'),
          ]}
        />
      </p>
      <dl className="am-pairs am-above-2">
        <dt>{t('questions.names')}</dt>
        <dd>
          <code dir="ltr">{one.names.join(', ') || '–'}</code>
        </dd>
        <dt>{t('questions.type')}</dt>
        <dd>{t(`designer:types.${one.type}.name`, { defaultValue: one.type })}</dd>
        <dt>{t('questions.section')}</dt>
        <dd>{isolateName(text(one.section))}</dd>
        {one.rules.map(({ kind, text: rule }) => (
          <Fact key={kind} name={t(`questions.rules.${kind}`)} code={rule} />
        ))}
        {one.options && (
          <>
            <dt>{t('questions.options')}</dt>
            <dd>
              <ul>
                {one.options.map(({ value, label }) => (
                  <li key={value}>
                    <code dir="ltr">{value}</code> {isolateName(text(label))}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, code }: { name: string; code: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code dir="ltr">{code}</code>
      </dd>
    </>
  );
}
