/** The site whose mark was pressed, with the way to its record. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FormEntry, MapMark } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { useForms } from '../../data/queries.ts';
import { date, number, text } from '../../data/words.ts';
import { usePlaceOverview } from '../../screens/detail/Overview.tsx';
import { RatingBars } from '../../screens/record/RatingBars.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import classes from './Map.module.css';

/** The ratings of the last visit, once they are there. */
function LastVisit({ entry, site }: { entry: FormEntry; site: string }) {
  const { t } = useTranslation();
  const visit = usePlaceOverview(entry, site, true).data?.last_visit;
  if (!visit?.ratings) return null;
  return (
    <p data-last-visit>
      {t('overview.lastVisit')} {date(visit.date)} <RatingBars ratings={visit.ratings} />
    </p>
  );
}

export function ChosenSite({ mark, onClose }: { mark: MapMark; onClose: () => void }) {
  const { t } = useTranslation('map');
  const entry = useForms().data?.find(({ form }) => form === mark.form);
  return (
    <section
      className={`am-surface ${classes.card} am-pad-3 am-gap-3 am-start am-between am-beside`}
      aria-label={mark.name}
      data-chosen={mark.site}
      role="status"
    >
      <div>
        <strong>
          <bdi>{mark.name}</bdi>
        </strong>
        <p>
          <DotSeparated parts={[entry && text(entry.title), t('openProblems', { number: number(mark.open) })]} />
        </p>
        {entry && mark.site && <LastVisit entry={entry} site={mark.site} />}
        {entry && mark.site && (
          <Link to={recordPath(entry, mark.site)} className="am-target">
            {t('openRecord')}
          </Link>
        )}
      </div>
      <button type="button" className="am-icon-button" aria-label={t('close')} onClick={onClose}>
        <Icon name="x" />
      </button>
    </section>
  );
}
