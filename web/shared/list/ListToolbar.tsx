import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { CloseButton, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { PAGE_SIZES } from '#contract/lists.ts'
import { SelectBox } from '../SelectBox.tsx'
import classes from './ListToolbar.module.css'

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
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onSearch('')
    box.current?.focus()
  }
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
      <TextInput
        ref={box}
        type="search"
        className={classes.search}
        classNames={{ input: classes.searchInput ?? '' }}
        aria-label={searchLabel}
        placeholder={searchLabel}
        maxLength={200}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          search ? (
            <CloseButton className={classes.clear} aria-label="Clear search" onClick={clear} />
          ) : undefined
        }
      />
    </div>
  )
}
