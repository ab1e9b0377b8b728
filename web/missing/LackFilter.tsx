import type { Missing } from '#contract/records/steps.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { Chip, Chips } from '../ui/list/Chip.tsx'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { everyLack, isLacking, type Lack, lacks } from './steps.ts'

type LackFilterProps = {
  rows: Missing[]
  lack: Lack | undefined
  onChoose: (lack: Lack | undefined) => void
}

/** How many students each filter finds; those that find none are left out, except the chosen one. */
const countsOf = ({ rows, lack }: Pick<LackFilterProps, 'rows' | 'lack'>) =>
  everyLack
    .map((each) => ({ lack: each, count: rows.filter((row) => isLacking(row, each)).length }))
    .filter(({ lack: each, count }) => count > 0 || each === lack)

export const LackChips = ({ rows, lack, onChoose }: LackFilterProps) => (
  <Chips>
    <Chip count={rows.length} isOn={!lack} onPress={() => onChoose(undefined)}>
      All
    </Chip>
    {countsOf({ rows, lack }).map(({ lack: each, count }) => (
      <Chip
        key={each}
        mark={<StatusMark {...lacks[each].look} />}
        count={count}
        isOn={each === lack}
        onPress={() => onChoose(each === lack ? undefined : each)}
      >
        {lacks[each].look.word}
      </Chip>
    ))}
  </Chips>
)

/** The same on a phone. */
export const LackSelect = ({ rows, lack, onChoose }: LackFilterProps) => (
  <SelectBox
    aria-label="Show only"
    data={[
      { value: '', label: `All ${rows.length}` },
      ...countsOf({ rows, lack }).map(({ lack: each, count }) => ({
        value: each,
        label: `${lacks[each].look.word} ${count}`,
      })),
    ]}
    value={lack ?? ''}
    onChange={({ currentTarget }) => onChoose(everyLack.find((each) => each === currentTarget.value))}
  />
)
