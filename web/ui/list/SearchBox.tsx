import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useIsPhone } from '../useIsPhone.ts'
import classes from './SearchBox.module.css'

type SearchBoxProps = {
  search: string
  onSearch: (search: string) => void
  /** Names the searched fields: `Search by name, email or role`. */
  label: string
  className?: string | undefined
}

export function SearchBox({ search, onSearch, label, className }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    onSearch('')
    box.current?.focus()
  }
  return (
    <TextInput
      ref={box}
      type="search"
      className={className ?? ''}
      classNames={{ root: classes.search ?? '' }}
      aria-label={label}
      // A phone has no room for the whole label.
      placeholder={useIsPhone() ? 'Search' : label}
      maxLength={200}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        search ? (
          <CloseButton className={classes.clear} aria-label="Clear search" onClick={clear} />
        ) : undefined
      }
    />
  )
}
