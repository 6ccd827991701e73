/** Month grid for the date input. Loaded when it is first opened. */
import { useState } from 'react';
import type { Calendar } from '../../../../core/text/dates.ts';
import { preferences } from '../../../data/preferences.ts';
import CalendarPanel from '../../../widgets/date/CalendarPanel.tsx';
import { OnlineWidgets } from '../../../widgets/OnlineWidgets.tsx';
import '../../../widgets/widgets.css';

export default function DayPanel({ value, onPick }: { value: string; onPick: (day: string) => void }) {
  const [calendar, setCalendar] = useState<Calendar>(preferences().calendar);
  return (
    <OnlineWidgets>
      <CalendarPanel value={value || undefined} calendar={calendar} onCalendar={setCalendar} onPick={onPick} />
    </OnlineWidgets>
  );
}
