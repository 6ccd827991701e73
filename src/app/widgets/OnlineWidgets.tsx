/** Provides widgets with the server's data, in the user's language. Renders nothing until constants and forms are loaded. */
import { type ReactNode, useMemo } from 'react';
import { preferences } from '../data/preferences.ts';
import { useCommon, useForms } from '../data/queries.ts';
import { WidgetProvider } from './environment.tsx';
import { onlineWidgetSource } from './onlineSource.ts';
import { registry } from './registry.ts';
import type { WidgetSource } from './source.ts';

interface Props {
  /** Replaces requests of the source, for a form that stores nothing. */
  instead?: Partial<WidgetSource>;
  children: ReactNode;
}

export function OnlineWidgets({ instead, children }: Props) {
  const constants = useCommon().data?.constants;
  const forms = useForms().data;
  const value = useMemo(
    () =>
      constants &&
      forms && { ...preferences(), constants, registry, source: { ...onlineWidgetSource(forms), ...instead } },
    [constants, forms, instead],
  );
  return value ? <WidgetProvider value={value}>{children}</WidgetProvider> : null;
}
