/** What the public is told, in one line, with the way to the page that shows it by province, organisation and more. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PublicFiguresResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { preferences } from '../../data/preferences.ts';
import { publicPagePath } from '../../data/publicPage.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';

export function PublicFigures() {
  const { t } = useTranslation('map');
  const { data } = useQuery({
    queryKey: ['public', preferences().language],
    queryFn: ({ signal }) => call<PublicFiguresResponse>('public/figures', { anonymous: true, quiet: true, signal }),
    staleTime: 5 * 60_000,
  });
  return (
    <p className="am-gap-4 am-row-gap-1 am-below-3 am-cluster">
      {/* A plain link, because the page is outside the app. */}
      <a href={publicPagePath()} className="am-target" data-action="public">
        <Icon name="report-analytics" /> {t('publicFigures')}
      </a>
      {data?.day &&
        data.measures.map(({ id, title, total }) => (
          <span key={id}>
            {title}: <b>{number(total)}</b>
          </span>
        ))}
    </p>
  );
}
