/** What anybody may see without a login: who we are, the published figures as map, tables and charts, and the flow charts. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { PublicFiguresResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { preferences } from '../../data/preferences.ts';
import { useIsLoggedIn } from '../../data/queries.ts';
import { date, number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Flows } from './Flows.tsx';
import { Measure } from './Measure.tsx';
import classes from './Public.module.css';

const SHOWN = 'show';

export default function PublicScreen() {
  const { t } = useTranslation('public');
  const [search, setSearch] = useSearchParams();
  const isLoggedIn = useIsLoggedIn();
  const query = Object.fromEntries([...search].filter(([name]) => name !== SHOWN));
  const figures = useQuery({
    queryKey: ['public', preferences().language, query],
    queryFn: ({ signal }) => call<PublicFiguresResponse>('public/figures', { query, anonymous: true, signal }),
    placeholderData: (before) => before,
  });
  const { data } = figures;
  const choose = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        // A district belongs to the province that was chosen with it.
        if (name === 'province') next.delete('district');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = () =>
    setSearch((before) => {
      const shown = before.get(SHOWN);
      return new URLSearchParams(shown ? { [SHOWN]: shown } : {});
    });
  const chosen = data?.measures.find(({ id }) => id === search.get(SHOWN)) ?? data?.measures[0];
  return (
    <Screen name="public" title={data?.title ?? t('figures')} width="page">
      <div className={classes.head}>
        {!isLoggedIn && (
          <Button component={Link} to="/login" size="md" data-action="login">
            {t('loginLink')}
          </Button>
        )}
      </div>
      {figures.isPending && <Skeleton height={320} radius="lg" role="status" aria-label={t('figures')} />}
      {figures.error && (
        <>
          <FailureNote error={figures.error} />
          <Button variant="default" onClick={() => void figures.refetch()}>
            {t('app:retry')}
          </Button>
        </>
      )}
      {data && (
        <>
          <section className={classes.about} aria-label={t('about')}>
            {data.about.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
          <Choices data={data} search={search} shown={chosen?.id} choose={choose} clear={clear} />
          {data.day && <p className="am-hint">{t('day', { day: date(data.day) })}</p>}
          {!data.day && <p>{t('nothing')}</p>}
          {chosen ? <Measure measure={chosen} choose={choose} /> : data.day && <p role="status">{t('nothingHere')}</p>}
          <p className={classes.rule}>{t('rule', { threshold: number(data.threshold) })}</p>
          <Flows flows={data.flows} />
        </>
      )}
    </Screen>
  );
}

interface ChoicesProps {
  data: PublicFiguresResponse;
  search: URLSearchParams;
  shown: string | undefined;
  choose: (name: string, value: string) => void;
  /** Takes all choices back. */
  clear: () => void;
}

function Choices({ data, search, shown, choose, clear }: ChoicesProps) {
  const { t } = useTranslation('public');
  const isChosen = data.filters.some(({ dimension }) => search.has(dimension));
  return (
    <fieldset className={`am-surface ${classes.choices}`}>
      <legend>{t('choose')}</legend>
      {data.measures.length > 1 && (
        <label>
          {t('look')}
          <select value={shown} onChange={({ target }) => choose(SHOWN, target.value)}>
            {data.measures.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {data.filters.map(({ dimension, options }) => (
        <label key={dimension}>
          {t(`labels.${dimension}`)}
          <select
            value={search.get(dimension) ?? ''}
            onChange={({ target }) => choose(dimension, target.value)}
            data-filter={dimension}
          >
            <option value="">{t('all')}</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || t('none')}
              </option>
            ))}
          </select>
        </label>
      ))}
      {isChosen && (
        <Button variant="default" onClick={clear} data-action="clear">
          {t('clear')}
        </Button>
      )}
    </fieldset>
  );
}
