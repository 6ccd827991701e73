export { PlainDisplay as Display } from '../controls/PlainDisplay.tsx';
