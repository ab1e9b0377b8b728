import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { fold } from '#contract/fold.ts'
import classes from './SearchSelect.module.css'

type Choice = { value: string; label: string }

type SearchSelectProps = Omit<SelectProps, 'data' | 'filter' | 'onChange'> & {
  /** Undefined until they are there. */
  data: Choice[] | undefined
  onChange: (value: string) => void
}

/** More than anybody looks through; typing finds the others. */
const MOST_SHOWN = 100
const none: Choice[] = []

/** A choice among hundreds: typing narrows them down. */
export function SearchSelect({ data, onChange, ...others }: SearchSelectProps) {
  return (
    <Select
      data={data ?? none}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      limit={MOST_SHOWN}
      maxDropdownHeight={240}
      filter={({ options, search }) =>
        options.filter((option) => 'label' in option && fold(option.label).includes(fold(search)))
      }
      nothingFoundMessage="Nothing found"
      rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={{ transitionProps: { duration: 0 } }}
      classNames={{ dropdown: classes.dropdown ?? '', option: classes.option ?? '' }}
      onChange={(value) => onChange(value ?? '')}
      {...others}
    />
  )
}
