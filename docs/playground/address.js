// Addresses of the tools and their states: `#board?incident=flag&sides=white`. The browser's Back goes from state to state.

export const TOOLS = ['check', 'board', 'perft'];

/** How long a value of an address may be: it is text of a stranger. */
const LONGEST_VALUE = 20000;

/** What the address says: the tool, '' for the first screen, and its values. Null if it says nothing that is known. */
export function currentPlace() {
  const [tool, query = ''] = location.hash.slice(1).split(/\?(.*)/s);
  if (tool !== '' && !TOOLS.includes(tool)) return null;
  const values = [...new URLSearchParams(query)].filter(([, value]) => value.length <= LONGEST_VALUE);
  return { tool, values: Object.fromEntries(values) };
}

/** The fragment of a place. Values that are undefined are left out. */
export function fragmentOf(tool, values = {}) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined)).toString();
  return `#${tool}${query && `?${query}`}`;
}

/** Goes to a place, from where Back returns. */
export function go(tool, values) {
  const fragment = fragmentOf(tool, values);
  if (location.hash !== fragment) location.hash = fragment;
}
