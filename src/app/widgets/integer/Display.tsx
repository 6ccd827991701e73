export { UnitDisplay as Display } from '../controls/PlainDisplay.tsx';
