/** The sites that the map shows, those with the most open problems first; or those that it cannot show. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, MapSite, MapSitesResponse } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { date, number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Map.module.css';

interface Props {
  data: MapSitesResponse;
  /** Id of the site whose mark was pressed. */
  chosen: string | undefined;
  isUnplaced: boolean;
  onPage: (page: number) => void;
  onBack: () => void;
}

export function SiteList({ data, chosen, isUnplaced, onPage, onBack }: Props) {
  const { t } = useTranslation('map');
  const forms = useForms().data ?? [];
  const { sites, page, pages, total } = data;
  return (
    <section
      className={`${classes.list} am-card`}
      aria-labelledby="map-list"
      data-list={isUnplaced ? 'unplaced' : 'view'}
    >
      <h2 id="map-list">{t(isUnplaced ? 'listUnplaced' : 'list')}</h2>
      {isUnplaced && (
        <Button variant="default" mih={44} onClick={onBack} data-action="back">
          {t('back')}
        </Button>
      )}
      {sites.length === 0 && <p>{t(total === 0 ? 'noneFound' : 'none')}</p>}
      <ul className="am-lined">
        {sites.map((site) => (
          <Site
            key={site.id}
            site={site}
            entry={forms.find(({ form }) => form === site.form)}
            isChosen={site.id === chosen}
          />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="am-inline am-gap-3 am-amid am-above-3" aria-label={t('app:pages.title')}>
          <Button
            variant="default"
            mih={44}
            disabled={page <= 1}
            aria-label={t('app:pages.previous')}
            onClick={() => onPage(page - 1)}
          >
            <Icon name="chevron-left" />
          </Button>
          <span>
            {number(page)} / {number(pages)}
          </span>
          <Button
            variant="default"
            mih={44}
            disabled={page >= pages}
            aria-label={t('app:pages.next')}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="chevron-right" />
          </Button>
        </nav>
      )}
    </section>
  );
}

function Site({ site, entry, isChosen }: { site: MapSite; entry: FormEntry | undefined; isChosen: boolean }) {
  const { t } = useTranslation('map');
  const { id, name, code, province, status, open, oldest } = site;
  const about = (
    <>
      <bdi className={`${classes.name} am-action am-strong`}>{name}</bdi>
      <span className="am-gap-3 am-row-gap-0 am-flow am-meta">
        {code !== name && <bdi dir="ltr">{code}</bdi>}
        {[province, status].filter(Boolean).map((one) => (
          <bdi key={one}>{one}</bdi>
        ))}
      </span>
      {open > 0 && (
        <span className="am-text">
          {t('openProblems', { number: number(open) })}
          {oldest && ` · ${t('oldest', { day: date(oldest, 'short') })}`}
        </span>
      )}
    </>
  );
  return (
    <li data-site={id} data-chosen={isChosen || undefined}>
      {entry ? (
        <Link to={recordPath(entry, id)} className="am-stack am-gap-1 am-pad-y-2 am-plain">
          {about}
        </Link>
      ) : (
        about
      )}
    </li>
  );
}
