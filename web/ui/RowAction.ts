import type { TablerIcon } from '@tabler/icons-react'

/** Something that can be done with one record: an icon in a table's row, with its word on a card or where there is room. */
export type RowAction = {
  icon: TablerIcon
  /** The word beside the icon: `Edit`. */
  word: string
  /** The words in a menu, where the one word would not say it: `Change picture`. */
  phrase?: string
  /** The action and the record, for its tooltip and for a screen reader: `Edit Amina Mwangi`. */
  label: string
  onClick: () => void
  /** Why it cannot be done now. The icon is then disabled and says why. */
  reason?: string | undefined
  /** Stands out among the others, as the next thing to do. */
  isPrimary?: boolean
  /** Deletes something for good. */
  isDanger?: boolean
}
