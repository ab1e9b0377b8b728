import { fold } from '#contract/base/lists.ts'

type Part = { text: string; isMarked: boolean }

/** Splits a text where it contains the folded words of a search, to mark them as the search found them. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const letters = Array.from(text)
  // Folded one by one, because folding may change a text's length.
  const folded = letters.map((letter) => fold(letter) || ' ')
  const places = folded.flatMap((letter, place) => Array.from(letter, () => place))
  const whole = folded.join('')
  const marked = new Set<number>()
  for (const word of words)
    for (let start = whole.indexOf(word); start >= 0; start = whole.indexOf(word, start + 1))
      for (let at = start; at < start + word.length; at++) marked.add(places[at] ?? 0)
  const parts: Part[] = []
  for (const [place, letter] of letters.entries()) {
    const last = parts.at(-1)
    const isMarked = marked.has(place)
    if (last?.isMarked === isMarked) last.text += letter
    else parts.push({ text: letter, isMarked })
  }
  return parts
}
