/** Translated names of the roles, programmes and provinces in grants. */
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../core/records/types.ts';
import { useCommon, useForms, useProvinces } from '../../data/queries.ts';
import { nameOf, text } from '../../data/words.ts';
import { departmentName, departmentOfProgramme } from '../../shell/navigation/menu.ts';

export interface GrantOption {
  value: string;
  label: string;
}

export type GrantTexts = ReturnType<typeof useGrantTexts>;

export function useGrantTexts() {
  const { t } = useTranslation();
  const common = useCommon().data;
  const forms = useForms().data ?? [];
  const places = useProvinces();
  const departments = common?.navigation.departments ?? [];
  const titleOf = (programme: string): string => {
    const department = departmentOfProgramme(programme, departments, forms);
    if (department) return departmentName(department);
    return common?.constants.examples?.includes(programme) ? t('accounts.examples') : programme;
  };
  const roles = (common?.roles ?? []).map((role) => ({ value: role.id, label: text(role.label) }));
  const programmes = [...new Set(forms.map((entry) => entry.programme))].map((value) => ({
    value,
    label: titleOf(value),
  }));
  const provinces = (places.data ?? []).map((place) => ({ value: place.id, label: nameOf(place) }));
  const labelIn = (options: GrantOption[], value: string) => options.find((one) => one.value === value)?.label ?? value;
  return {
    roles,
    programmes,
    provinces,
    /** Example: `Focal point · school monitoring · Bamyan` */
    sentence: ({ role, programme, province_id }: Grant): string =>
      [
        labelIn(roles, role),
        programme === null ? t('profile.allProgrammes') : labelIn(programmes, programme),
        province_id === null ? t('profile.allProvinces') : labelIn(provinces, province_id),
      ].join(' · '),
  };
}
