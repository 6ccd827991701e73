/** What others did with the user's records since the last look, grouped. Opening the screen marks it as seen. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NewsGroup, NewsView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { newsSeenItem } from '../../data/device/newsSeen.ts';
import { queryKeys, useForms, useNews } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { instant, number, recordName, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated, RecordName } from '../../theme/RecordName.tsx';
import { CommentSummary } from '../dashboard/CommentSummary.tsx';
import { HomePanel, HomePanelLink } from '../dashboard/Panel.tsx';
import { mergeNews, newsGroupKey, newsItemKey } from './addNews.ts';

export default function NewsScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const news = useNews({ alwaysFresh: true });
  // What was new when the screen was opened stays on it.
  const [shown, setShown] = useState<NewsView>();
  const see = useMutation({
    mutationFn: source.seeNews,
    onSuccess: (left) => {
      client.setQueryData(queryKeys.news, left);
      newsSeenItem.set(left.since);
    },
  });
  const open = useEffectEvent((found: NewsView) => {
    if (shown && found.until <= shown.until) return;
    setShown(shown ? mergeNews(shown, found) : found);
    if (found.count > 0) see.mutate(found.until);
  });
  // What the bell knew before may be minutes old.
  const found = news.isFetchedAfterMount ? news.data : undefined;
  useEffect(() => {
    if (found) open(found);
  }, [found]);
  if (news.error && !shown) return <Failed error={news.error} onRetry={() => void news.refetch()} />;
  if (!shown) return <Loading />;
  return (
    <Screen name="news" title={t('news.title')} width="narrow" crumbs={[{ label: t('news.title') }]}>
      <p className="am-hint">{t('news.since', { at: instant(shown.since) })}</p>
      {shown.count === 0 && (
        <p className="am-inline am-gap-3 am-after am-pad-4 am-shade am-strong" data-tone="green" data-nothing>
          <Icon name="bell" size={28} /> {t('news.none')}
        </p>
      )}
      <div className="am-stack am-gap-4">
        {shown.groups.map((group) => (
          <Group key={newsGroupKey(group)} group={group} />
        ))}
      </div>
      <p>
        <Link to="/settings">{t('news.digest')}</Link>
      </p>
    </Screen>
  );
}

const ICONS: Record<string, string> = { problem: 'message', return: 'arrow-back-up', verify: 'circle-check' };

function Group({ group: { action, label, count, data } }: { group: NewsGroup }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const more = count - data.length;
  const title = action === 'problem' ? t('news.problem', { status: text(label) }) : text(label);
  return (
    <HomePanel icon={getOwn(ICONS, action) ?? 'pencil'} title={title} count={count}>
      <ul className="am-lined" data-group={action}>
        {data.map((item) => (
          <li key={newsItemKey(action, item)}>
            <HomePanelLink to={item.path} side={<small>{instant(item.at)}</small>}>
              <b>
                <RecordName of={recordName(item.name || item.code)} />
              </b>
              <small>
                <DotSeparated
                  parts={[
                    text(forms.find(({ form }) => form === item.form)?.title),
                    item.by && <bdi key="by">{item.by}</bdi>,
                  ]}
                />
              </small>
              <CommentSummary {...item} by="" />
            </HomePanelLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="am-pad-4 am-dimmed">{t('news.more', { shown: number(more) })}</p>}
    </HomePanel>
  );
}
