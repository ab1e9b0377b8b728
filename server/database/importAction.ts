/** An action of the history; the name of its file may name a student. */
export const importAction = (file: string | null, action: 'imported' | 'undid import' = 'imported') =>
  file ? `${action} from ${file}` : action

/** Separates such an action from the name of its file. */
export function splitAction(text: string): { action: string; file: string | null } {
  const [, action, file] = /^(imported|undid import) from (.+)$/s.exec(text) ?? []
  return { action: action ?? text, file: file ?? null }
}
