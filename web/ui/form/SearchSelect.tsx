import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { fold } from '#contract/fold.ts'
import classes from './SearchSelect.module.css'

type Choice = { value: string; label: string; disabled?: boolean }

type SearchSelectProps = Omit<SelectProps, 'data' | 'filter' | 'onChange'> & {
  /** Undefined until they are there. */
  data: Choice[] | undefined
  onChange: (value: string) => void
}

/** More than anybody looks through; typing finds the others. */
const MOST_SHOWN = 100
const none: Choice[] = []

/** A choice among hundreds: typing narrows them down. */
export function SearchSelect({ data, value, onChange, ...others }: SearchSelectProps) {
  return (
    <Select
      data={data ?? none}
      value={value || null}
      searchable
      // A form puts the focus here by itself, and a list that opens then covers what comes below.
      openOnFocus={false}
      selectFirstOptionOnChange
      // A list that opens would else forget, a moment later, what fast typing has found by then.
      selectFirstOptionOnDropdownOpen={!value}
      allowDeselect={false}
      limit={MOST_SHOWN}
      withScrollArea={false}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && fold(option.label).includes(fold(search)))
      }
      nothingFoundMessage="Nothing found"
      rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      // Within the dialog it is part of, and yet not cut off where that scrolls.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', transitionProps: { duration: 0 } }}
      classNames={{
        dropdown: classes.dropdown ?? '',
        options: classes.options ?? '',
        option: classes.option ?? '',
      }}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...others}
    />
  )
}
