/** The same questionnaire as plain HTML with one listener: the lowest possible cost. */
import type { Question } from './questions.ts';

const RATES = ['excellent', 'good', 'fair', 'bad', 'na'];

function control({ name, type, options }: Question): string {
  const radio = (value: string) => `<label><input type="radio" name="${name}" value="${value}"> ${value}</label>`;
  if (type === 'rating') return RATES.map(radio).join('');
  if (type === 'yesno') return ['yes', 'no'].map(radio).join('');
  if (type === 'choice')
    return `<select id="${name}" name="${name}"><option value=""></option>${options?.map((o) => `<option>${o}</option>`).join('')}</select>`;
  if (type === 'longtext') return `<textarea id="${name}" name="${name}"></textarea>`;
  return `<input id="${name}" name="${name}">`;
}

export function openBare(root: HTMLElement, questions: Question[]): void {
  const data: Record<string, string> = {};
  root.innerHTML = `<form>${questions
    .map((q) => `<div id="box-${q.name}"><label for="${q.name}">${q.label}</label>${control(q)}</div>`)
    .join('')}<button type="submit">Save</button></form>`;
  const form = root.firstElementChild as HTMLFormElement;
  form.addEventListener('input', (event) => {
    const { name, value } = event.target as HTMLInputElement;
    data[name] = value;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const q of questions) {
      if (data[q.name]) continue;
      const note = document.createElement('p');
      note.textContent = 'This field is required.';
      document.getElementById(`box-${q.name}`)?.append(note);
    }
  });
}
