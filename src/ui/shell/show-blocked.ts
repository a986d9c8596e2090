/** Before anything else of the page is there: it waits for its storage, and says for what. */
export function showBlocked(target: HTMLElement, words: string, language: string): void {
  const main = document.createElement('main');
  const name = document.createElement('h1');
  const note = document.createElement('p');
  main.className = 'storage-blocked';
  name.textContent = 'Assay';
  note.textContent = words;
  note.lang = language;
  note.role = 'alert';
  main.append(name, note);
  target.replaceChildren(main);
}
