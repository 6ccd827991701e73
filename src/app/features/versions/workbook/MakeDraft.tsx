/** Makes a draft of what a workbook became, under a programme, and opens it where forms are written. */
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { XlsformResponse } from '../../../../core/generated/api.ts';
import { useCommon, useForms } from '../../../data/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { designerPath } from '../../designer/api.ts';
import { programmeItems } from '../../designer/programmes.ts';
import { SelectField } from '../../drafting/fields.tsx';
import { draftsApi } from '../drafts.ts';

export function MakeDraftFromWorkbook({ data: { form }, definition, schema }: XlsformResponse) {
  const { t } = useTranslation('workbook');
  const navigate = useNavigate();
  const forms = useForms().data ?? [];
  const programmes = programmeItems(forms, useCommon().data?.navigation.departments);
  const [chosen, setProgramme] = useState<string>();
  const earlier = forms.find((one) => one.form === form)?.programme;
  const programme = earlier ?? chosen ?? programmes[0]?.value ?? '';
  const make = useMutation({
    mutationFn: () => draftsApi.begin({ ...definition, ...(programme && { programme }) }, schema),
    onSuccess: ({ data }) => navigate(designerPath(data.id)),
  });
  return (
    <div className="am-above-2">
      {make.error && <FailureNote error={make.error} />}
      <Group gap="xs" align="end">
        {earlier === undefined && programmes.length > 0 && (
          <SelectField
            label={t('programme')}
            name="programme"
            items={programmes}
            value={programme}
            onChange={setProgramme}
          />
        )}
        <ActionButton icon="pencil" action="make-draft" loading={make.isPending} onClick={() => make.mutate()}>
          {t('make')}
        </ActionButton>
      </Group>
    </div>
  );
}
