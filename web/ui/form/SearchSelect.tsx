import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { containsAll, fold, searchWords } from '#contract/lists.ts'
import classes from './SearchSelect.module.css'
import { arrowAfter } from './SelectBox.tsx'

type Choice = { value: string; label: string; disabled?: boolean }

type SearchSelectProps = Omit<SelectProps, 'data' | 'filter' | 'onChange'> & {
  /** Undefined until the choices are loaded. */
  data: Choice[] | undefined
  onChange: (value: string) => void
  /** Quiet words about what is chosen, before the arrow. */
  note?: string | undefined
  /** A list that is wider than the field, with a look of its own. */
  wideList?: { width: number; className: string | undefined }
}

/** The choices shown at a time; typing finds the others. */
const MOST_SHOWN = 100
const none: Choice[] = []

/** A choice among hundreds: typing narrows them down. */
export function SearchSelect({ data, value, onChange, note, wideList, ...others }: SearchSelectProps) {
  const [isTyped, setIsTyped] = useState(false)
  return (
    <Select
      data={data ?? none}
      value={value || null}
      searchable
      // A form may focus this field by itself; an open list would then cover the fields below.
      openOnFocus={false}
      // Only what somebody types picks the first match. The text also changes when the choices arrive: Enter in a list that
      // was just opened would then change the value.
      selectFirstOptionOnChange={isTyped}
      ref={(input) => {
        // `beforeinput` comes before the list opens. Were typing noticed later, opening would soon undo what it has picked.
        const onType = ({ inputType }: InputEvent) => {
          // Enter comes here too, though it writes nothing.
          if (inputType !== 'insertLineBreak') setIsTyped(true)
        }
        input?.addEventListener('beforeinput', onType)
        return () => input?.removeEventListener('beforeinput', onType)
      }}
      selectFirstOptionOnDropdownOpen={!value || isTyped}
      allowDeselect={false}
      limit={MOST_SHOWN}
      withScrollArea={false}
      filter={({ options, search }) => {
        const words = searchWords(search)
        const textOf = (option: object) => ('label' in option ? fold(String(option.label)) : '')
        // What begins with the typed text comes first: `mathematics` means Mathematics, and not Core Mathematics.
        const isLater = (option: object) => Number(!textOf(option).startsWith(fold(search)))
        return options
          .filter((option) => containsAll(textOf(option), words))
          .toSorted((a, b) => isLater(a) - isLater(b))
      }}
      nothingFoundMessage="Nothing found"
      {...arrowAfter(note)}
      rightSectionPointerEvents="none"
      // Inside the dialog, but `fixed`, so that the scrolled body of the dialog does not clip it.
      comboboxProps={{
        withinPortal: false,
        floatingStrategy: 'fixed',
        transitionProps: { duration: 0 },
        ...(wideList && { width: wideList.width, position: 'bottom-start' }),
      }}
      classNames={{
        input: note ? (classes.told ?? '') : '',
        dropdown: classes.dropdown ?? '',
        options: `${classes.options} ${wideList?.className ?? ''}`,
        option: classes.option ?? '',
      }}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...others}
      onDropdownClose={() => {
        setIsTyped(false)
        others.onDropdownClose?.()
      }}
      onKeyDown={(event) => {
        others.onKeyDown?.(event)
        const isOpen = event.currentTarget.ariaExpanded === 'true'
        // A form that is sent now would be sent without what was typed.
        if (isTyped && isOpen && event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
