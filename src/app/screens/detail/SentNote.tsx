/** After a visit was sent: where it is now, and the nearest site that is still to be visited, with and without network. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DueSites, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { distanceInMetres } from '../../../core/geometry/shape.ts';
import { createPath } from '../../../core/paths/screens.ts';
import { queryKeys, useCommon, useForms, useHome } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number, recordName, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated, RecordName } from '../../theme/RecordName.tsx';
import { usePlaceOverview } from './Overview.tsx';

type DueSite = DueSites['data'][number];

export default function AfterSaveNotice({ entry, record }: { entry: FormEntry; record: RecordView }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const due = useHome().data?.due.find(({ form }) => form === entry.form);
  const left = due?.data.filter(({ id }) => id !== record.parent?.id) ?? [];
  const home = forms.find(({ form }) => form === left[0]?.form);
  const isHere = record.current_state.unsent === true;
  return (
    <section
      className="am-surface am-stack am-own-width am-after am-pad-y-3 am-pad-x-4"
      data-tone={isHere ? 'blue' : 'green'}
      data-sent={isHere ? 'here' : 'office'}
    >
      <p className="am-inline am-toned am-strong">
        <Icon name={isHere ? 'clock' : 'circle-check'} size={22} />
        {t(isHere ? 'record:sent.here' : 'record:sent.office')}
      </p>
      {due && home && left.length > 0 && <Next {...{ entry, record, due, home, left }} />}
      {due && left.length === 0 && due.visited >= due.sites && (
        <p className="am-inline am-toned am-strong">{t('record:sent.allVisited')}</p>
      )}
    </section>
  );
}

interface NextProps {
  entry: FormEntry;
  record: RecordView;
  due: DueSites;
  /** The form of the sites. */
  home: FormEntry;
  left: readonly DueSite[];
}

/** The site nearest to the one that was just visited; the first one where positions are not known. */
function Next({ entry, record, due, home, left }: NextProps) {
  const { t } = useTranslation();
  const units = useCommon().data?.constants.units;
  const away = useDistances(home, record);
  const [site] = [...left].sort((a, b) => (away(a.id) ?? Infinity) - (away(b.id) ?? Infinity));
  const open = usePlaceOverview(home, site?.id ?? '', site !== undefined).data?.problems?.open;
  if (!site) return null;
  const metres = away(site.id);
  const facts = [
    site.district && text(site.district),
    metres !== undefined && `${number(Math.max(1, Math.round(metres / 1000)))} ${text(units?.kilometres)}`,
    open ? t('record:sent.openProblems', { count: open, shown: number(open) }) : undefined,
  ].filter(Boolean);
  return (
    <>
      <Button
        component={Link}
        to={createPath(entry, site.id, home.paths.list, due.field) ?? entry.paths.list}
        leftSection={<Icon name="plus" />}
        className="am-wrapping"
        data-next={site.id}
      >
        <span>
          {t('record:sent.next')} <RecordName of={recordName(site.name || site.code)} />
        </span>
      </Button>
      {facts.length > 0 && (
        <small>
          <DotSeparated parts={facts} />
        </small>
      )}
    </>
  );
}

/** Returns what tells how many metres sites of the same province are away from the visited one. */
function useDistances(home: FormEntry, { parent, province }: RecordView) {
  const found = useQuery({
    queryKey: queryKeys.list(home.api.base, 'positions', province?.id),
    queryFn: () => source.positions(home.api, String(province?.id)),
    enabled: province !== null && parent !== null,
  });
  const placeOf = (id: string | undefined) => found.data?.find((one) => one.id === id);
  const here = placeOf(parent?.id);
  return (id: string): number | undefined => {
    const there = placeOf(id);
    if (!here || !there) return undefined;
    return distanceInMetres([here.longitude, here.latitude], [there.longitude, there.latitude]);
  };
}
