/**
 * Searches a person in all stored data, including restricted answers. The search text is not in the URL, so that neither the
 * browser nor a log keeps it. It is in the history state, so Back restores it while the page is open.
 */
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { PersonalFind, PersonalSearchResponse } from '../../../core/generated/api.ts';
import { isApiError } from '../../data/errors.ts';
import { useSession } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import ForbiddenScreen from '../../screens/error/ForbiddenScreen.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchBox } from '../../shell/SearchBox.tsx';
import { personalApi, personalKeys } from './api.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { PersonalDataResults } from './PersonalDataResults.tsx';

/** The search continues by itself until it has found this many records. */
const ENOUGH = 100;

export default function PersonalDataScreen() {
  const { t } = useTranslation('admin');
  const session = useSession();
  const words = (useLocation().state as { words?: string } | null)?.words ?? '';
  const navigate = useNavigate();
  const [erasing, setErasing] = useState<PersonalFind | null>(null);
  const search = useInfiniteQuery({
    queryKey: personalKeys.found(words),
    queryFn: ({ pageParam }) => personalApi.find(words, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    enabled: words !== '',
    // The server logs each search, so none is repeated automatically.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const parts = search.data?.pages ?? [];
  const found = parts.flatMap(({ data }) => data);
  const { hasNextPage, isFetching, isError, fetchNextPage } = search;
  const goesOn = hasNextPage && found.length < ENOUGH && !isError;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  if (session.data && !session.data.may['personal-data']) return <ForbiddenScreen />;
  const isBusy = isFetching || goesOn;
  const title = t('personal.title');
  const said = isApiError(search.error) ? search.error.errors?.['/text']?.[0]?.message : undefined;
  return (
    <Screen name="personal-data" title={title} crumbs={[{ label: title }]}>
      <p className="am-after am-dimmed">{t('personal.lead')}</p>
      <SearchBox
        label={t('personal.search')}
        words={words}
        onAsk={(asked) => navigate('.', { state: { words: asked }, replace: words === '' })}
      />
      {words !== '' && <Looked part={parts.at(-1)} isBusy={isBusy} shown={found.length} />}
      {said && (
        <p className="am-nothing" role="alert">
          {said}
        </p>
      )}
      {search.error && !said ? <FailureNote error={search.error} /> : null}
      <Accounts accounts={parts[0]?.accounts ?? []} />
      <PersonalDataResults records={found} onErase={setErasing} />
      {parts.at(-1)?.meta.vague && <p className="am-after am-dimmed">{t('personal.vague')}</p>}
      {hasNextPage && !isBusy && (
        <Button variant="default" onClick={() => void fetchNextPage()} data-action="further">
          {t('personal.further')}
        </Button>
      )}
      {parts.length > 0 && !hasNextPage && !isBusy && found.length === 0 && parts[0]?.accounts.length === 0 && (
        <p className="am-nothing">{t('personal.nothing')}</p>
      )}
      {erasing && <EraseDialog record={erasing} onClose={() => setErasing(null)} />}
    </Screen>
  );
}

/** Shows the progress of the search and the number of records found so far. */
function Looked({ part, isBusy, shown }: { part: PersonalSearchResponse | undefined; isBusy: boolean; shown: number }) {
  const { t } = useTranslation('admin');
  const { looked = 0, total = 0 } = part?.meta ?? {};
  return (
    <div className="am-stack am-gap-1 am-above-3 am-after">
      {isBusy && <Progress value={total ? (looked / total) * 100 : 5} aria-label={t('personal.looking')} animated />}
      <p className="am-hint" role="status">
        {part
          ? t('personal.looked', { shown: number(shown), looked: number(looked), total: number(total) })
          : isBusy && t('personal.looking')}
      </p>
    </div>
  );
}

function Accounts({ accounts }: { accounts: PersonalSearchResponse['accounts'] }) {
  const { t } = useTranslation('admin');
  if (accounts.length === 0) return null;
  return (
    <section className="am-surface am-titled am-after">
      <h2>{t('personal.accounts')}</h2>
      <ul className="am-entries">
        {accounts.map(({ id, name, username }) => (
          <li key={id}>
            <Link to={`/admin/accounts/${encodeURIComponent(id)}`}>
              <bdi>{name}</bdi>
            </Link>
            <bdi dir="ltr" className="am-hint">
              {username}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
