export { LtrDisplay as Display } from '../controls/PlainDisplay.tsx';
