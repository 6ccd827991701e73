/** The form as people will see it, in a frame of its own: language, size, and for whom. A click in it chooses the question. */
import { SegmentedControl, TextInput } from '@mantine/core';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormDraft, fieldAt } from '../../../core/edit/draft.ts';
import { type OutlinePlace, outlineKeyOf, outlineOf, outlinePlaceOf } from '../../../core/edit/outline.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { useCommon, useProvinces } from '../../data/queries.ts';
import { nameOf, text } from '../../data/words.ts';
import { CollapsibleFields, SelectField } from '../drafting/fields.tsx';
import { designerPath } from './api.ts';
import { useDesigner } from './context.ts';
import layout from './Designer.module.css';
import own from './LivePane.module.css';
import { isFrameMessage, type MessageFromFrame, postMessageTo } from './messages.ts';
import { OutlinePlaceTools } from './PlaceTools.tsx';
import { outlineRowTitle } from './titles.ts';

interface Props {
  /** Version of the draft that the server has. */
  version: number;
  /** While the draft is published and gone. */
  isOff: boolean;
}

export function LivePreviewPane({ version, isOff }: Props) {
  const { t, i18n } = useTranslation('designer');
  const { id, languages, chosen, draft } = useDesigner();
  const [language, setLanguage] = useState(languages.includes(i18n.language) ? i18n.language : (languages[0] ?? 'en'));
  const [size, setSize] = useState<'phone' | 'desktop'>('phone');
  const [as, setAs] = useState({ role: '', province: '', day: '' });
  const place = outlinePlaceOf(chosen);
  const question = place?.kind === 'question' ? place.path.split('.')[0] : undefined;
  const { frame, top } = useFrame(version, question);
  const asked = new URLSearchParams({
    language,
    ...Object.fromEntries(Object.entries(as).filter(([, value]) => value !== '')),
  });
  return (
    <section className={layout.live} data-pane="form" aria-label={t('live.title')}>
      <div className="am-row-gap-1 am-tall am-pad-y-1 am-pad-x-4 am-cluster">
        <SegmentedControl
          size="xs"
          aria-label={t('live.language')}
          value={language}
          onChange={setLanguage}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
        />
        <SegmentedControl
          size="xs"
          className={own.size ?? ''}
          aria-label={t('live.size')}
          value={size}
          onChange={(value) => setSize(value as 'phone' | 'desktop')}
          data={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(`live.${value}`) }))}
        />
        <CollapsibleFields title={t('live.as')}>
          <As value={as} onChange={setAs} />
        </CollapsibleFields>
      </div>
      {!isOff && (
        <div className={`${own.stage} am-holds am-stack am-gap-0 am-clipped`}>
          <iframe
            ref={frame}
            key={String(asked)}
            title={t('live.title')}
            className={own.frame}
            data-size={size}
            src={`${designerPath(id)}/live?${asked}`}
          />
          {place && question !== undefined && top !== undefined && (
            <Tools place={place} size={size} top={top} name={nameAt(draft, chosen)} />
          )}
        </div>
      )}
    </section>
  );
}

/**
 * Tells the frame which draft the server has and which question is written, and follows what it says: somebody chose a question. Returns
 * the frame, and the pixels from its upper edge to the question.
 */
function useFrame(version: number, question: string | undefined) {
  const { choose, draft } = useDesigner();
  const frame = useRef<HTMLIFrameElement>(null);
  const [top, setTop] = useState<number>();
  const latest = useRef({ version, question, choose, draft });
  latest.current = { version, question, choose, draft };
  const tell = () => {
    const { version: now, question: one } = latest.current;
    postMessageTo(frame.current?.contentWindow, { designer: 'draft', version: now, chosen: one });
  };
  const told = useRef(tell);
  told.current = tell;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what is told
  useEffect(() => told.current(), [version, question]);
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (!isFrameMessage<MessageFromFrame>(event, frame.current?.contentWindow ?? null)) return;
      if (event.data.designer === 'ready') told.current();
      else if (event.data.designer === 'marked') setTop(event.data.top);
      else if (fieldAt(latest.current.draft, event.data.question)) {
        latest.current.choose(outlineKeyOf({ kind: 'question', path: event.data.question }));
      }
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  return { frame, top };
}

interface ToolsProps {
  place: OutlinePlace;
  size: 'phone' | 'desktop';
  /** Pixels from the upper edge of the frame to the question. */
  top: number;
  name: string;
}

/** What can be done with the chosen question: beside the frame where there is room, otherwise in a line below it. */
function Tools({ place, size, top, name }: ToolsProps) {
  return (
    <div
      className={`${own.tools} am-inline am-gap-1 am-line-above`}
      data-size={size}
      style={{ '--top': `${Math.round(top)}px` } as CSSProperties}
    >
      <strong className="am-grow am-cut">
        <bdi>{name}</bdi>
      </strong>
      <OutlinePlaceTools place={place} pane="form" />
    </div>
  );
}

function nameAt(draft: FormDraft, chosen: string): string {
  const row = outlineOf(draft).find(({ key }) => key === chosen);
  return row ? outlineRowTitle(row) : '';
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
    <div className="am-tiles am-tiles-small am-bottom am-gap-3 am-stack">
      <SelectField
        label={t('live.role')}
        name="as-role"
        none={t('live.me')}
        items={roles}
        value={value.role}
        onChange={(role) => onChange({ ...value, role })}
      />
      <SelectField
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
