/** What others did with the user's records since the last look, grouped. Opening the screen marks it as seen. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { NewsGroup, NewsView } from '../../../core/generated/api.ts';
import { keys, useForms, useNews } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { instant, number, recordName, text } from '../../data/words.ts';
import { Failed } from '../../shell/Failed.tsx';
import { Loading } from '../../shell/Loading.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import dashboard from '../dashboard/Dashboard.module.css';
import { Panel, PanelLink } from '../dashboard/Panel.tsx';

export default function NewsScreen() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const news = useNews();
  // What was new when the screen was opened stays on it.
  const [shown, setShown] = useState<NewsView>();
  const see = useMutation({
    mutationFn: source.seeNews,
    onSuccess: (left) => client.setQueryData(keys.news, left),
  });
  const open = useEffectEvent((found: NewsView) => {
    if (shown && found.count === 0) return;
    setShown(found);
    if (found.count > 0) see.mutate(found.until);
  });
  useEffect(() => {
    if (news.data) open(news.data);
  }, [news.data]);
  if (news.error && !shown) return <Failed error={news.error} onRetry={() => void news.refetch()} />;
  if (!shown) return <Loading />;
  return (
    <Screen name="news" title={t('news.title')} width="narrow" crumbs={[{ label: t('news.title') }]}>
      <p className="am-hint">{t('news.since', { at: instant(shown.since) })}</p>
      {shown.count === 0 && (
        <p className={dashboard.nothing} data-nothing>
          <Icon name="bell" size={28} /> {t('news.none')}
        </p>
      )}
      <div className={dashboard.stack}>
        {shown.groups.map((group) => (
          <Group key={`${group.action} ${group.label.en}`} group={group} />
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
    <Panel icon={ICONS[action] ?? 'pencil'} title={title} count={count}>
      <ul className={dashboard.rows} data-group={action}>
        {data.map((item) => (
          <li key={`${item.id} ${item.comment}`}>
            <PanelLink to={item.path} side={<small>{instant(item.at)}</small>}>
              <b>
                <bdi>{recordName(item.name || item.code)}</bdi>
              </b>
              <small>
                {text(forms.find(({ form }) => form === item.form)?.title)}
                {item.by && (
                  <>
                    {' · '}
                    <bdi>{item.by}</bdi>
                  </>
                )}
              </small>
              {item.comment && (
                <span className={dashboard.asked}>
                  <bdi>{item.comment}</bdi>
                </span>
              )}
            </PanelLink>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={dashboard.none}>{t('news.more', { shown: number(more) })}</p>}
    </Panel>
  );
}
