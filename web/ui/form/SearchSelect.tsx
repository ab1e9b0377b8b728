import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { containsAll, fold, searchWords } from '#contract/base/lists.ts'
import classes from './SearchSelect.module.css'
import { arrowAfter } from './SelectBox.tsx'

type Choice = { value: string; label: string; disabled?: boolean }

type SearchSelectProps = Omit<SelectProps, 'data' | 'onChange'> & {
  /** Undefined until the choices are loaded. */
  data: Choice[] | undefined
  onChange: (value: string) => void
  /** Whether the choices for the typed text are still being loaded. Until then `data` has none of them. */
  isLoading?: boolean
  /** A note about the chosen option, before the arrow. */
  note?: string | undefined
  /** A list that is wider than the field, with its own style. */
  wideList?: { width: number; className: string | undefined }
}

/** The choices shown at a time; typing finds the others. */
const MOST_SHOWN = 100
const none: Choice[] = []

/** A select box for hundreds of options, filtered by typing. */
export function SearchSelect({
  data,
  value,
  onChange,
  isLoading = false,
  note,
  wideList,
  ...others
}: SearchSelectProps) {
  const [isTyped, setIsTyped] = useState(false)
  return (
    <Select
      data={data ?? none}
      value={value || null}
      searchable
      // A form may focus this field automatically; an open list would then cover the fields below.
      openOnFocus={false}
      // Only typing selects the first match. The text also changes when the options are loaded: Enter in a list that
      // was just opened would otherwise change the value. Matches that arrive later are selected when they do.
      selectFirstOptionOnChange={isTyped && !isLoading}
      ref={(input) => {
        // `beforeinput` fires before the list opens. Later events are too late: opening resets the selection.
        const onType = ({ inputType }: InputEvent) => {
          // Enter also fires this event, although it inserts no text.
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
        // Options that begin with the typed text are first: `mathematics` means Mathematics, not Core Mathematics.
        const isLater = (option: object) => Number(!textOf(option).startsWith(fold(search)))
        return options
          .filter((option) => containsAll(textOf(option), words))
          .toSorted((a, b) => isLater(a) - isLater(b))
      }}
      nothingFoundMessage={isLoading ? 'Searching …' : 'Nothing found'}
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
        input: note ? 'el-strong' : '',
        dropdown: 'el-popup',
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
        // Submitting the form now would lose the typed text.
        if (isTyped && isOpen && event.key === 'Enter') event.preventDefault()
      }}
    />
  )
}
