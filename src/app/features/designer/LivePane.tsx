/** The form as people will see it, in a frame of its own: language, size, and for whom. A click in it chooses the question. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAt } from '../../../core/edit/draft.ts';
import { keyOf, placeOf } from '../../../core/edit/outline.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { useCommon, useProvinces } from '../../data/queries.ts';
import { nameOf, text } from '../../data/words.ts';
import { More, One } from '../drafting/fields.tsx';
import { designerPath } from './api.ts';
import { useDesigner } from './context.ts';
import classes from './Designer.module.css';
import { type FromFrame, isMessage, post } from './messages.ts';

interface Props {
  /** Version of the draft that the server has. */
  version: number;
  /** While the draft is published and gone. */
  isOff: boolean;
}

export function LivePane({ version, isOff }: Props) {
  const { t, i18n } = useTranslation('designer');
  const { id, languages, chosen, choose, draft } = useDesigner();
  const frame = useRef<HTMLIFrameElement>(null);
  const [language, setLanguage] = useState(languages.includes(i18n.language) ? i18n.language : (languages[0] ?? 'en'));
  const [size, setSize] = useState<'phone' | 'desktop'>('phone');
  const [as, setAs] = useState({ role: '', province: '', day: '' });
  const place = placeOf(chosen);
  const question = place?.kind === 'question' ? place.path.split('.')[0] : undefined;
  const latest = useRef({ version, question, choose, draft });
  latest.current = { version, question, choose, draft };
  const tell = () => {
    const { version: now, question: one } = latest.current;
    post(frame.current?.contentWindow, { designer: 'draft', version: now, chosen: one });
  };
  const told = useRef(tell);
  told.current = tell;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what is told
  useEffect(() => told.current(), [version, question]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isMessage<FromFrame>(event, frame.current?.contentWindow ?? null)) return;
      if (event.data.designer === 'ready') told.current();
      else if (fieldAt(latest.current.draft, event.data.question)) {
        latest.current.choose(keyOf({ kind: 'question', path: event.data.question }));
      }
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  const asked = new URLSearchParams({
    language,
    ...Object.fromEntries(Object.entries(as).filter(([, value]) => value !== '')),
  });
  return (
    <section className={classes.live} data-pane="form" aria-label={t('live.title')}>
      <div className={classes.liveBar}>
        <SegmentedControl
          size="xs"
          aria-label={t('live.language')}
          value={language}
          onChange={setLanguage}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
        />
        <SegmentedControl
          size="xs"
          className={classes.size ?? ''}
          aria-label={t('live.size')}
          value={size}
          onChange={(value) => setSize(value as 'phone' | 'desktop')}
          data={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(`live.${value}`) }))}
        />
        <More title={t('live.as')}>
          <As value={as} onChange={setAs} />
        </More>
      </div>
      {!isOff && (
        <iframe
          ref={frame}
          key={String(asked)}
          title={t('live.title')}
          className={classes.frame}
          data-size={size}
          src={`${designerPath(id)}/live?${asked}`}
        />
      )}
    </section>
  );
}

interface AsProps {
  value: { role: string; province: string; day: string };
  onChange: (value: AsProps['value']) => void;
}

/** For whom the form is drawn, where, and on which day. */
function As({ value, onChange }: AsProps) {
  const { t } = useTranslation('designer');
  const common = useCommon().data;
  const provinces = useProvinces().data ?? [];
  const roles = (common?.roles ?? []).map(({ id, label }) => ({ value: id, label: text(label) }));
  return (
    <div className={classes.as}>
      <One
        label={t('live.role')}
        name="as-role"
        none={t('live.me')}
        items={roles}
        value={value.role}
        onChange={(role) => onChange({ ...value, role })}
      />
      <One
        label={t('live.province')}
        name="as-province"
        none={t('live.mine')}
        items={provinces.map((one) => ({ value: one.id, label: nameOf(one) }))}
        value={value.province}
        onChange={(province) => onChange({ ...value, province })}
      />
      <TextInput
        label={t('live.day')}
        name="as-day"
        type="date"
        value={value.day}
        onChange={({ currentTarget }) => onChange({ ...value, day: currentTarget.value })}
      />
    </div>
  );
}
