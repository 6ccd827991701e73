/** Every field type with its two drawn faces. A type without one of them does not compile. */
import { Display as ChoiceDisplay } from './choice/Display.tsx';
import { Input as ChoiceInput, standsOpen } from './choice/Input.tsx';
import { Display as CodeDisplay } from './code/Display.tsx';
import { Input as CodeInput } from './code/Input.tsx';
import { LtrDisplay } from './controls/PlainDisplay.tsx';
import { Display as CountsDisplay } from './counts/Display.tsx';
import { Input as CountsInput } from './counts/Input.tsx';
import { Display as DateDisplay } from './date/Display.tsx';
import { Input as DateInput } from './date/Input.tsx';
import { Display as DatetimeDisplay } from './datetime/Display.tsx';
import { Input as DatetimeInput } from './datetime/Input.tsx';
import { Display as DecimalDisplay } from './decimal/Display.tsx';
import { Input as DecimalInput } from './decimal/Input.tsx';
import { Display as DerivedDisplay } from './derived/Display.tsx';
import { Input as DerivedInput } from './derived/Input.tsx';
import { Display as EmailDisplay } from './email/Display.tsx';
import { Input as EmailInput } from './email/Input.tsx';
import { Display as FileDisplay } from './file/Display.tsx';
import { Input as FileInput } from './file/Input.tsx';
import { Display as GeopointDisplay } from './geopoint/Display.tsx';
import { Input as GeopointInput } from './geopoint/Input.tsx';
import { Display as HiddenDisplay } from './hidden/Display.tsx';
import { Input as HiddenInput } from './hidden/Input.tsx';
import { Display as ImageDisplay } from './image/Display.tsx';
import { Input as ImageInput } from './image/Input.tsx';
import { Display as IntegerDisplay } from './integer/Display.tsx';
import { Input as IntegerInput } from './integer/Input.tsx';
import { Display as LongtextDisplay } from './longtext/Display.tsx';
import { Input as LongtextInput } from './longtext/Input.tsx';
import { Display as MatrixDisplay } from './matrix/Display.tsx';
import { Input as MatrixInput } from './matrix/Input.tsx';
import { Display as MoneyDisplay } from './money/Display.tsx';
import { Input as MoneyInput } from './money/Input.tsx';
import { Display as MultiDisplay } from './multi/Display.tsx';
import { Input as MultiInput } from './multi/Input.tsx';
import { Display as NoteDisplay } from './note/Display.tsx';
import { Input as NoteInput } from './note/Input.tsx';
import { Display as PersonDisplay } from './person/Display.tsx';
import { Input as PersonInput } from './person/Input.tsx';
import { Display as PhoneDisplay } from './phone/Display.tsx';
import { Input as PhoneInput } from './phone/Input.tsx';
import { Display as PlaceDisplay } from './place/Display.tsx';
import { Input as PlaceInput } from './place/Input.tsx';
import { Display as ProblemsDisplay } from './problems/Display.tsx';
import { Input as ProblemsInput } from './problems/Input.tsx';
import { Display as RatingDisplay } from './rating/Display.tsx';
import { Input as RatingInput } from './rating/Input.tsx';
import { Display as RecordDisplay } from './record/Display.tsx';
import { Input as RecordInput } from './record/Input.tsx';
import { Display as ScaleDisplay } from './scale/Display.tsx';
import { Input as ScaleInput } from './scale/Input.tsx';
import { Display as TableDisplay } from './table/Display.tsx';
import { Input as TableInput } from './table/Input.tsx';
import { Display as TextDisplay } from './text/Display.tsx';
import { Input as TextInput } from './text/Input.tsx';
import { Input as TimeInput } from './time/Input.tsx';
import type { WidgetRegistry } from './types.ts';
import { Display as UrlDisplay } from './url/Display.tsx';
import { Input as UrlInput } from './url/Input.tsx';
import { Display as YearDisplay } from './year/Display.tsx';
import { Input as YearInput } from './year/Input.tsx';
import { Display as YesNoDontknowDisplay } from './yes-no-dontknow/Display.tsx';
import { Input as YesNoDontknowInput } from './yes-no-dontknow/Input.tsx';
import { Display as YesnoDisplay } from './yesno/Display.tsx';
import { Input as YesnoInput } from './yesno/Input.tsx';

export const registry: WidgetRegistry = {
  text: { Input: TextInput, Display: TextDisplay, single: true },
  longtext: { Input: LongtextInput, Display: LongtextDisplay, wide: true, single: true },
  integer: { Input: IntegerInput, Display: IntegerDisplay, single: true },
  decimal: { Input: DecimalInput, Display: DecimalDisplay, single: true },
  money: { Input: MoneyInput, Display: MoneyDisplay, group: true },
  date: { Input: DateInput, Display: DateDisplay, single: true },
  datetime: { Input: DatetimeInput, Display: DatetimeDisplay, group: true },
  year: { Input: YearInput, Display: YearDisplay, single: true },
  yesno: { Input: YesnoInput, Display: YesnoDisplay, row: true, single: true },
  'yes-no-dontknow': { Input: YesNoDontknowInput, Display: YesNoDontknowDisplay, row: true, single: true },
  choice: { Input: ChoiceInput, Display: ChoiceDisplay, row: standsOpen, single: true },
  multi: { Input: MultiInput, Display: MultiDisplay, group: true },
  rating: { Input: RatingInput, Display: RatingDisplay, row: true, wide: true, single: true },
  scale: { Input: ScaleInput, Display: ScaleDisplay, row: true, wide: true, single: true },
  time: { Input: TimeInput, Display: LtrDisplay, single: true },
  matrix: { Input: MatrixInput, Display: MatrixDisplay, group: true, wide: true },
  counts: { Input: CountsInput, Display: CountsDisplay, group: true, wide: true },
  place: { Input: PlaceInput, Display: PlaceDisplay, group: true, wide: true },
  geopoint: { Input: GeopointInput, Display: GeopointDisplay, group: true, wide: true },
  person: { Input: PersonInput, Display: PersonDisplay, single: true },
  record: { Input: RecordInput, Display: RecordDisplay, single: true },
  file: { Input: FileInput, Display: FileDisplay, group: true },
  image: { Input: ImageInput, Display: ImageDisplay, group: true, wide: true },
  table: { Input: TableInput, Display: TableDisplay, group: true, wide: true },
  problems: { Input: ProblemsInput, Display: ProblemsDisplay, group: true, wide: true },
  phone: { Input: PhoneInput, Display: PhoneDisplay, single: true },
  email: { Input: EmailInput, Display: EmailDisplay, single: true },
  url: { Input: UrlInput, Display: UrlDisplay, single: true },
  code: { Input: CodeInput, Display: CodeDisplay, single: true },
  note: { Input: NoteInput, Display: NoteDisplay },
  derived: { Input: DerivedInput, Display: DerivedDisplay },
  hidden: { Input: HiddenInput, Display: HiddenDisplay },
};
