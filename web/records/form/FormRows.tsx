import { Box, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './FormRows.module.css'
import { useRowKeys } from '../../ui/form/useRowKeys.ts'

export type RowColumn = { header: string; isAmount?: boolean; isOptional?: boolean }

type FormRowsProps = {
  /** The name of one row: `Item`. */
  noun: string
  columns: RowColumn[]
  /** How wide the fields are, as columns of a grid. */
  widths: string
  count: number
  /** The fields of a row, one for each column, each with an `aria-label` and a key instead of a label. */
  fieldsOf: (index: number) => ReactNode[]
  /** The subject or item of a row, for its Remove button: `English`. */
  nameOf: (index: number) => string
  addLabel: string
  onAdd: () => void
  onRemove: (index: number) => void
  /** Further buttons beside the one that adds a row. */
  tools?: ReactNode
}

const FIELDS = 'input:not([type="hidden"], :disabled), select:not(:disabled)'
type Field = HTMLInputElement | HTMLSelectElement
/** Marks a field that Enter skips, such as one that is already filled or may stay empty. */
export const passedOver = { 'data-passed-over': true }

/** Rows of the same fields. Enter moves to the next empty field, else to the next field or a new row. */
export function FormRows(props: FormRowsProps) {
  const { noun, columns, widths, count, fieldsOf, nameOf, addLabel, onAdd, onRemove, tools } = props
  const { keys, dropKey } = useRowKeys(count)
  const list = useRef<HTMLDivElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<() => void>(undefined)
  // A layout effect runs as soon as the row is added or removed; a later effect may belong to an earlier render.
  useLayoutEffect(() => {
    focusNext.current?.()
    focusNext.current = undefined
  })

  const add = () => {
    focusNext.current = () => list.current?.lastElementChild?.querySelector<HTMLElement>(FIELDS)?.focus()
    onAdd()
  }
  const remove = (index: number) => {
    focusNext.current = () => {
      const neighbour = list.current?.children[Math.min(index, count - 2)]
      const target = neighbour?.querySelector<HTMLElement>(':scope > button') ?? adder.current
      target?.focus()
    }
    dropKey(index)
    onRemove(index)
  }
  const goToNextField = (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key, ctrlKey, metaKey, nativeEvent } = event
    // With Ctrl, Enter saves the form.
    if (
      key !== 'Enter' ||
      ctrlKey ||
      metaKey ||
      nativeEvent.isComposing ||
      !(target instanceof Element) ||
      !target.matches(FIELDS)
    )
      return
    // In an open list of options, Enter has already selected one, or there is none to select.
    const hasNoChoice = target.getAttribute('aria-expanded') === 'true' && !event.defaultPrevented
    event.preventDefault()
    if (hasNoChoice) return
    const fields = [...event.currentTarget.querySelectorAll<Field>(FIELDS)]
    const position = fields.findIndex((field) => field === target)
    const isOpen = (field: Field) => !field.matches('[data-passed-over]')
    const after = fields.slice(position + 1).filter(isOpen)
    const before = fields.slice(0, position).filter(isOpen)
    const next = [...after, ...before].find(({ value }) => value === '') ?? after[0]
    if (!next) return add()
    next.focus()
    if (next instanceof HTMLInputElement) next.select()
  }

  return (
    <div style={{ '--row-widths': widths } as CSSProperties}>
      {count > 0 && (
        <Box className={`el-strong el-ink-2 ${classes.heads}`} fz="sm" lh="cap" mb={5} aria-hidden>
          {columns.map(({ header, isAmount = false, isOptional = false }) => (
            <span
              key={header}
              className={isAmount ? 'el-amount' : undefined}
              data-optional={isOptional || undefined}
            >
              {header}
              {isOptional && (
                <Box component="span" p={0} fw={400} c="dimmed">
                  , optional
                </Box>
              )}
            </span>
          ))}
        </Box>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles keys of the fields inside */}
      <div ref={list} onKeyDown={goToNextField}>
        {keys.map((rowKey, index) => (
          <fieldset key={rowKey} aria-label={`${noun} ${index + 1}`} className={classes.row}>
            {fieldsOf(index).map((field, position) => (
              <div key={columns[position]?.header} className={classes.cell}>
                {field}
              </div>
            ))}
            <IconButton
              icon={IconTrash}
              label={`Remove row ${[index + 1, nameOf(index)].filter(Boolean).join(', ')}`}
              onClick={() => remove(index)}
            />
          </fieldset>
        ))}
      </div>
      <div className={classes.tools}>
        <Button ref={adder} variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {addLabel}
        </Button>
        {tools}
      </div>
      <Box component="p" className="el-keyboard-only el-sm el-ink-3" m="4px 0 0">
        Enter moves to the next empty field, and from the last one to a new row.
      </Box>
    </div>
  )
}
