import type { PickerItems } from '../controls/useItems.ts';
import { useWidgetTexts } from '../environment.tsx';
import type { InputProps } from '../types.ts';

/** True if the filter of a question offers nothing now. */
export function hasNoOptions({ node: { def } }: InputProps, { items, loading, failed }: PickerItems): boolean {
  return def.filter !== undefined && items.length === 0 && !loading && !failed;
}

/** Stands in place of the options, so that a question is never a label with nothing below it. */
export function NoOptionsNotice({ id }: Pick<InputProps, 'id'>) {
  const { t } = useWidgetTexts();
  return (
    <p id={id} tabIndex={-1} className="am-hint" data-no-option>
      {t('noOption')}
    </p>
  );
}
