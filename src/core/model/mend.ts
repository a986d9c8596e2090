/** What had to be overlooked in a text to read it as JSON. Each is a change to the JSON itself, never to its meaning. */
export type Mend =
  | 'removed a comment'
  | 'removed a trailing comma'
  | 'added a missing comma'
  | 'replaced single quotes by double quotes'
  | 'replaced typographic quotes by plain ones'
  | 'put quotes around a key'
  | 'replaced a Python literal by its JSON word'
  | 'escaped a line break or control character inside a text'
  | 'removed a stray backslash inside a text'
  | 'replaced unusual white space by plain spaces';

/** What a repair begins with that sets fields aside; their paths follow. */
export const setAside = 'fields that were not asked for set aside: ';
