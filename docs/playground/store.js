// Small choices of the user that the browser keeps: the language, and the rules of the event. Nothing else is kept.

/** The kept value; the other one if there is none, or the browser keeps nothing. */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`adoube-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`adoube-${name}`, JSON.stringify(value));
  } catch { /* The choice holds until the page is closed. */ }
}
