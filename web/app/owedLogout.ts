const KEY = 'elimu.owedLogout'

/** A logout that the server has not heard of, because it could not be reached: there the session still lives. */
export const owedLogout = {
  isOwed: () => localStorage.getItem(KEY) !== null,
  owe: () => localStorage.setItem(KEY, 'yes'),
  settle: () => localStorage.removeItem(KEY),
}
