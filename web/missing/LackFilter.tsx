import type { Lack } from '#contract/records/steps.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { Chip, Chips } from '../ui/list/Chip.tsx'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { everyLack, lackLooks } from './steps.ts'
import type { OpenCounts } from './useOpenRows.ts'

type LackFilterProps = {
  counts: OpenCounts
  lack: Lack | undefined
  onChoose: (lack: Lack | undefined) => void
}

/** How many students each filter finds; those that find none are left out, except the chosen one. */
const countsOf = ({ counts, lack }: Pick<LackFilterProps, 'counts' | 'lack'>) =>
  everyLack
    .map((each) => ({ lack: each, count: counts.lacks[each] }))
    .filter(({ lack: each, count }) => count > 0 || each === lack)

export const LackChips = ({ counts, lack, onChoose }: LackFilterProps) => (
  <Chips>
    <Chip count={counts.total} isOn={!lack} onPress={() => onChoose(undefined)}>
      All
    </Chip>
    {countsOf({ counts, lack }).map(({ lack: each, count }) => (
      <Chip
        key={each}
        mark={<StatusMark {...lackLooks[each]} />}
        count={count}
        isOn={each === lack}
        onPress={() => onChoose(each === lack ? undefined : each)}
      >
        {lackLooks[each].word}
      </Chip>
    ))}
  </Chips>
)

/** The same on a phone. */
export const LackSelect = ({ counts, lack, onChoose }: LackFilterProps) => (
  <SelectBox
    aria-label="Show only"
    data={[
      { value: '', label: `All ${counts.total}` },
      ...countsOf({ counts, lack }).map(({ lack: each, count }) => ({
        value: each,
        label: `${lackLooks[each].word} ${count}`,
      })),
    ]}
    value={lack ?? ''}
    onChange={({ currentTarget }) => onChoose(everyLack.find((each) => each === currentTarget.value))}
  />
)
