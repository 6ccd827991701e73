export { Display } from '../file/Display.tsx';
