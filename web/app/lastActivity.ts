const KEY = 'elimu.lastActivity'

/**
 * When somebody last did something in any tab of this browser. It stands in the browser's memory exactly as
 * long as a session does, so it also tells every tab that one began or ended.
 */
export const lastActivity = {
  read: (): number | undefined => Number(localStorage.getItem(KEY)) || undefined,
  write: () => localStorage.setItem(KEY, String(Date.now())),
  clear: () => localStorage.removeItem(KEY),
  /** Calls back when another tab wrote or cleared it, with what it was before. */
  watch: (listener: (before: number | undefined) => void): (() => void) => {
    const onStorage = ({ key, oldValue }: StorageEvent) => {
      if (key === KEY || key === null) listener(Number(oldValue) || undefined)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}
