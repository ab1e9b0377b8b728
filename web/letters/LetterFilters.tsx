import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LetterCounts } from '#contract/letters.ts'
import { termName } from '#contract/notifications.ts'
import { canEditFunding, canSeeAccountLetters } from '#contract/permissions.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { Segments } from '../ui/form/Segments.tsx'
import { termsQuery } from '../missing/workApi.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import classes from './Letters.module.css'
import { type LettersAddress, readLettersAddress, timeText } from './lettersAddress.ts'

type LetterFiltersProps = {
  address: LettersAddress
  counts: LetterCounts | undefined
  onChange: (choice: LettersAddress) => void
}

export function LetterFilters({ address, counts, onChange }: LetterFiltersProps) {
  const isPhone = useIsPhone()
  const { role } = useSessionUser()
  const kinds = [
    { value: 'news', label: 'Term news' },
    ...(canEditFunding(role) ? [{ value: 'promise', label: 'About promises' }] : []),
    ...(canSeeAccountLetters(role) ? [{ value: 'account', label: 'Account letters' }] : []),
  ]
  const { data: rows = [] } = useQuery(termsQuery)
  const terms = rows.map((row) => ({ value: timeText(row), label: termName(row) }))
  const { waiting = 0, sending = 0, sent = 0, failed = 0 } = counts ?? {}
  const choices = [
    { id: 'all', name: 'All', count: waiting + sending + sent + failed },
    { id: 'waiting', name: 'Waiting', count: waiting + sending },
    { id: 'failed', name: 'Failed', count: failed },
  ] as const
  const { state = 'all', time = '', kind = '' } = address
  // Narrow arrows, so that three boxes have room for their words on a phone.
  const narrow = isPhone && kinds.length > 1 ? { rightSectionWidth: 28 } : {}
  return (
    // On a phone one row, so that the first letter is in sight.
    <Group
      {...(isPhone ? { gap: 's2', grow: true, wrap: 'nowrap' } : { gap: '10px 12px' })}
      className={classes.filters}
    >
      {isPhone ? (
        <SelectBox
          aria-label="State"
          {...narrow}
          data={choices.map(({ id, name, count }) => ({
            value: id,
            label: `${name} ${counts ? count : ''}`,
          }))}
          value={state}
          onChange={({ currentTarget: { value } }) =>
            onChange(readLettersAddress({ ...address, state: value }))
          }
        />
      ) : (
        <Segments
          label="State"
          choices={counts ? choices : choices.map(({ id, name }) => ({ id, name }))}
          chosen={state}
          onChoose={(id) => onChange({ state: id === 'all' ? undefined : id })}
        />
      )}
      <SelectBox
        aria-label="Term"
        miw={136}
        {...narrow}
        w={isPhone ? '100%' : 152}
        data={[{ value: '', label: 'All terms' }, ...terms]}
        value={time}
        onChange={({ currentTarget: { value } }) => onChange({ time: value || undefined })}
      />
      {kinds.length > 1 && (
        <SelectBox
          aria-label="Kind"
          {...narrow}
          w={isPhone ? '100%' : 176}
          data={[{ value: '', label: 'All kinds' }, ...kinds]}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            onChange(readLettersAddress({ ...address, kind: value }))
          }
        />
      )}
    </Group>
  )
}
