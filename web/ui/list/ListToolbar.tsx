import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { PAGE_SIZES } from '#contract/lists.ts'
import { SelectBox } from '../form/SelectBox.tsx'
import classes from './ListToolbar.module.css'
import { SearchBox } from './SearchBox.tsx'

type ListToolbarProps = {
  size: number
  onSize: (size: number) => void
  search: string
  onSearch: (search: string) => void
  /** Says what the search looks through: `Search by name, email or role`. */
  searchLabel: string
  /** What else narrows the list, such as a year. */
  children?: ReactNode
}

export function ListToolbar({ size, onSize, search, onSearch, searchLabel, children }: ListToolbarProps) {
  const sizeId = useId()
  return (
    <div className={classes.toolbar}>
      {children}
      <div className={classes.size}>
        <label htmlFor={sizeId}>
          Show <VisuallyHidden component="span">entries</VisuallyHidden>
        </label>
        <SelectBox
          id={sizeId}
          data={PAGE_SIZES.map((known) => ({ value: String(known), label: String(known) }))}
          value={String(size)}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
          className={classes.sizes}
        />
        <span aria-hidden>entries</span>
      </div>
      <SearchBox search={search} onSearch={onSearch} label={searchLabel} className={classes.search} />
    </div>
  )
}
