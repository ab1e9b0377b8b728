import type { OwnPayment } from '#contract/money/payments.ts'
import { mergeChanges } from '../../ui/form/mergeChanges.ts'
import { listOf } from '../../ui/plural.ts'

/** A receipt and a payment that a form can link; `receipts` are those that the payment has. */
export type LinkChoice = Pick<OwnPayment, 'line_id' | 'receipts'> & {
  receipt_id: number
  words: string
  note: string
}

export const keyOf = ({ line_id, receipt_id }: LinkChoice) => `${line_id}-${receipt_id}`

const isLinked = ({ receipts, receipt_id }: LinkChoice) => receipts.includes(receipt_id)

export const linkedKeys = (choices: readonly LinkChoice[]) => choices.filter(isLinked).map(keyOf)

/** The receipts of each payment that the chosen keys change. Receipts that the form does not offer stay linked. */
export function receiptsToSave(choices: readonly LinkChoice[], chosen: readonly string[]) {
  const saved: { line_id: number; receipts: number[]; seen: number[] }[] = []
  for (const [line_id, own] of Map.groupBy(choices, (choice) => choice.line_id)) {
    const seen = own[0]?.receipts ?? []
    const receipts = new Set(seen)
    for (const choice of own)
      if (chosen.includes(keyOf(choice))) receipts.add(choice.receipt_id)
      else receipts.delete(choice.receipt_id)
    if (namesOf([...receipts]) !== namesOf(seen)) saved.push({ line_id, receipts: [...receipts], seen })
  }
  return saved
}

const namesOf = (receipts: readonly number[]) => receipts.toSorted((a, b) => a - b).join(' ')

/** What others have linked or unlinked since the form was opened, as sentences. */
export function linkChanges(seen: readonly LinkChoice[], now: readonly LinkChoice[]): string[] {
  const [before, after] = [linkedKeys(seen), linkedKeys(now)]
  const added = now.filter((choice) => isLinked(choice) && !before.includes(keyOf(choice)))
  const removed = seen.filter((choice) => isLinked(choice) && !after.includes(keyOf(choice)))
  const wordsOf = (choices: readonly LinkChoice[]) => listOf(choices.map(({ words }) => words))
  const sentences: string[] = []
  if (added.length > 0) sentences.push(`Somebody else linked ${wordsOf(added)}.`)
  if (removed.length > 0) sentences.push(`Somebody else unlinked ${wordsOf(removed)}.`)
  if (sentences.length > 0) return sentences
  const receiptsOf = new Map(now.map(({ line_id, receipts }) => [line_id, namesOf(receipts)]))
  const changed = seen.filter(({ line_id, receipts }) => receiptsOf.get(line_id) !== namesOf(receipts))
  return changed.length > 0 ? [`Somebody else changed other receipts of ${wordsOf(changed)}.`] : []
}

/** The keys to tick once the user has seen what others saved: their own changes stay, the rest is as it is now. */
export function mergeChosen(
  seen: readonly LinkChoice[],
  chosen: readonly string[],
  now: readonly LinkChoice[],
): string[] {
  const ticked = (keys: readonly string[]): Record<string, boolean> =>
    Object.fromEntries(now.map((choice) => [keyOf(choice), keys.includes(keyOf(choice))]))
  const merged = mergeChanges(ticked(linkedKeys(seen)), ticked(chosen), ticked(linkedKeys(now)))
  return Object.keys(merged).filter((key) => merged[key])
}
