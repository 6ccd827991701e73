/** Province, district and village. Each filters the next; changing a level clears the levels below it. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { answerPartsOf } from '../answer.ts';
import { Combo } from '../controls/Combo.tsx';
import { usePickerItems } from '../controls/useItems.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { useOfferedPlaces } from './useOfferedPlaces.ts';

const LEVELS = ['province', 'district', 'village'] as const;
type Level = (typeof LEVELS)[number];

export function Input(props: InputProps) {
  const { source } = useWidgets();
  const { t } = useWidgetTexts();
  const { parts } = props.node;
  const chosen = (level: Level) => {
    const name = parts[level];
    const value = name ? answerPartsOf(props)[name] : undefined;
    return typeof value === 'string' && value ? value : undefined;
  };
  const province = chosen('province');
  const district = chosen('district');
  const provinces = usePickerItems(['provinces'], () => source.provinces());
  const districts = usePickerItems(parts.district && province ? ['districts', province] : null, () =>
    source.districts(province!),
  );
  const villages = usePickerItems(parts.village && district ? ['villages', district] : null, () =>
    source.villages(district!),
  );
  const lists = {
    province: useOfferedPlaces(props, provinces),
    district: useOfferedPlaces(props, districts),
    village: useOfferedPlaces(props, villages),
  };
  const listed = LEVELS.flatMap((level) => lists[level].items);
  const missing = LEVELS.flatMap((level) => chosen(level) ?? []).filter((id) => !listed.some((one) => one.id === id));
  const isLoading = LEVELS.some((level) => lists[level].loading);
  const kept = usePickerItems(!isLoading && missing.length > 0 ? ['places by id', missing] : null, () =>
    source.places(missing),
  );
  const above = { province: true, district: province !== undefined, village: district !== undefined };

  const pick = (level: Level, id: string | undefined) => {
    const next: RecordData = { ...answerPartsOf(props) };
    for (const one of LEVELS.slice(LEVELS.indexOf(level))) {
      const name = parts[one];
      if (name) next[name] = one === level ? id : undefined;
    }
    props.onChange(next);
  };

  const levels = LEVELS.filter((level) => parts[level]);
  return (
    <div className="am-places am-stack am-fits am-bottom">
      {levels.map((level, index) => {
        const value = chosen(level);
        const { items, loading, failed } = lists[level];
        return (
          <div key={level} className="am-shrinks">
            <label
              // With a single level, the question above is label enough.
              className={levels.length > 1 ? 'am-part-label' : 'am-visually-hidden'}
              htmlFor={index === 0 ? props.id : `${props.id}-${level}`}
            >
              {t(`place.${level}`)}
            </label>
            <Combo
              id={index === 0 ? props.id : `${props.id}-${level}`}
              describedBy={props.describedBy}
              items={items}
              known={kept.items}
              loading={loading || kept.loading}
              failed={failed && { ...failed, message: t('place.failed') }}
              value={value ? [value] : []}
              disabled={props.disabled || !above[level]}
              invalid={Boolean(props.errors[`${props.base}/${parts[level]}`])}
              placeholder={above[level] ? undefined : t(`place.${level}First`)}
              onPick={([id]) => pick(level, id)}
            />
          </div>
        );
      })}
    </div>
  );
}
