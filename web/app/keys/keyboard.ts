const isMac = navigator.userAgent.includes('Mac')

/** The keys as this computer's keyboard has them: `⌘ K`. */
export const keyWords = (keys: string) => (isMac ? keys.replace('Ctrl', '⌘') : keys)

export const isCommand = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, wanted: string) =>
  key.toLowerCase() === wanted && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey

/** Whether a dialog is open, whose form must not be left by a shortcut. */
export const hasDialog = () => document.querySelector('[aria-modal="true"], dialog[open]') !== null

/** Whether a key is typed into a field. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
