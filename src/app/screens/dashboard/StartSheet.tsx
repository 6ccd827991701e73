/** What a person may start, from any place of a phone: the sites that are due, then the forms filled most, else all of them. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useForms, useHome } from '../../data/queries.ts';
import { SideSheet } from '../../shell/navigation/SideSheet.tsx';
import { QuickForms } from './QuickForms.tsx';
import { SitesDue } from './SitesDue.tsx';

export default function StartSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const home = useHome();
  const forms = useForms().data ?? [];
  const own = forms.filter(({ may }) => may.create).map(({ form }) => form);
  return (
    <SideSheet title={t('dashboard.quick')} from="bottom" size="auto" onClose={onClose}>
      {home.isPending ? (
        <Skeleton height={240} radius="lg" />
      ) : (
        <>
          <SitesDue due={home.data?.due ?? []} />
          <QuickForms names={home.data?.quick.length ? home.data.quick : own} />
        </>
      )}
    </SideSheet>
  );
}
