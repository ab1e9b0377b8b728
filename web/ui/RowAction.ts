import type { TablerIcon } from '@tabler/icons-react'

/** An action on one record: an icon in a table row, with its label on a card or where there is room. */
export type RowAction = {
  icon: TablerIcon
  /** The word beside the icon: `Edit`. */
  word: string
  /** The label in a menu, where the one word is not clear enough: `Change picture`. */
  phrase?: string
  /** The action and the record, for its tooltip and for a screen reader: `Edit Amina Mwangi`. */
  label: string
  onClick: () => void
  /** Why the action is not available. The icon is then disabled and shows the reason. */
  reason?: string | undefined
  /** Highlighted as the next thing to do. */
  isPrimary?: boolean
  /** Deletes something permanently. */
  isDanger?: boolean
}
