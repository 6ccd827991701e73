/** Shows everything stored about one person on one page. From here it can be exported as a file or erased. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { PersonSheet } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { date, instant, number, text } from '../../data/words.ts';
import { downloadWithProgress } from '../../screens/record/save.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { personalApi, personalKeys } from './api.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { PersonalDataResults } from './PersonalDataResults.tsx';

export default function PersonScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('admin');
  const failure = useFailureText();
  const forms = useForms().data ?? [];
  const [erasing, setErasing] = useState(false);
  const sheet = useQuery({
    queryKey: personalKeys.sheet(id),
    queryFn: () => personalApi.sheet(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (sheet.error) return <Failed error={sheet.error} onRetry={() => void sheet.refetch()} />;
  if (!sheet.data) return <Loading />;
  const person = sheet.data;
  const entry = forms.find((one) => one.form === person.form);
  const going = person.answers.filter((one) => one.erasable).map(({ label }) => text(label));
  const named = person.records.length;
  return (
    <Screen
      name="personal-data-sheet"
      title={person.name}
      isCode={person.name === person.code}
      crumbs={[
        { label: t('personal.title'), to: '/admin/personal-data' },
        { label: person.code ?? person.name, code: true },
      ]}
      buttons={
        <ActionButton
          icon="download"
          variant="outline"
          action="export"
          onClick={() =>
            void downloadWithProgress(
              (onProgress) => personalApi.file(id, onProgress),
              `personal-data-${person.code ?? id}.json`,
              failure,
            )
          }
        >
          {t('personal.export')}
        </ActionButton>
      }
    >
      <section className="am-surface am-titled am-after">
        <h2>{entry ? text(entry.title) : person.form}</h2>
        <Answers answers={person.answers} />
        <div className="am-gap-4 am-row-gap-2 am-pad-y-2 am-pad-x-4 am-cluster">
          {going.length > 0 ? (
            <ActionButton
              icon="trash"
              variant="outline"
              color="red"
              onClick={() => setErasing(true)}
              action="anonymise"
            >
              {t('personal.erase')}
            </ActionButton>
          ) : (
            <span className="am-hint">{t('personal.erased')}</span>
          )}
          {entry && !person.deleted_at && <Link to={recordPath(entry, person.id)}>{t('personal.open')}</Link>}
        </div>
      </section>
      <Accounts accounts={person.accounts} />
      <Files files={person.files} />
      <p className="am-hint">{t('personal.records', { shown: number(named) })}</p>
      <PersonalDataResults records={person.records} />
      {erasing && (
        <EraseDialog record={{ ...person, is_person: true }} answers={going} onClose={() => setErasing(false)} />
      )}
    </Screen>
  );
}

function Answers({ answers }: { answers: PersonSheet['answers'] }) {
  return (
    <dl className="am-pad-y-1 am-pad-x-4 am-tiles">
      {answers.map((one) => (
        <div key={one.field} data-field={one.field}>
          <dt>{text(one.label)}</dt>
          <dd>
            <bdi>{one.text || '—'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Accounts({ accounts }: { accounts: PersonSheet['accounts'] }) {
  const { t } = useTranslation('admin');
  return (
    <section className="am-surface am-titled am-after">
      <h2>{t('personal.accounts')}</h2>
      {accounts.length === 0 && <p>{t('personal.noAccount')}</p>}
      <ul className="am-entries">
        {accounts.map((one) => (
          <li key={one.id}>
            <div className="am-column am-words">
              <span>
                <Link to={`/admin/accounts/${encodeURIComponent(one.id)}`}>
                  <bdi>{one.name}</bdi>
                </Link>{' '}
                <bdi dir="ltr" className="am-hint">
                  {one.username}
                </bdi>
              </span>
              <span className="am-hint">
                {t('personal.logins', { shown: number(one.logins) })}
                {one.last_login_at && ` · ${instant(one.last_login_at)}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Files({ files }: { files: PersonSheet['files'] }) {
  const { t } = useTranslation('admin');
  if (files.length === 0) return null;
  return (
    <section className="am-surface am-titled am-after">
      <h2>{t('personal.files')}</h2>
      <ul className="am-entries">
        {files.map((file) => (
          <li key={file.id}>
            <bdi dir="auto">{file.name}</bdi>
            <span className="am-hint">{date(file.created_at, 'short')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
