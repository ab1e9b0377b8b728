import type { UseFormReturnType } from '@mantine/form'
import { EditConflictNotice } from './EditConflictNotice.tsx'
import type { FieldLabels } from '../history/ChangeList.tsx'
import { Message } from '../Message.tsx'
import type { useEditConflict } from './useEditConflict.ts'

type SavedMeanwhileProps<Values, Found> = {
  form: UseFormReturnType<Values>
  labels: FieldLabels
  watch: ReturnType<typeof useEditConflict>
  /** Loads the record as it is now. */
  load: () => Promise<Found>
  /** Of what is found, the values that the history tells of, beside what is typed. */
  take: (found: Found, told: string[], typed: NoInfer<Values>) => Partial<NoInfer<Values>>
}

/** In a form whose save came too late: the question what shall become of it, and then what the answer did. */
export function SavedMeanwhile<Values extends { version?: number }, Found>(
  props: SavedMeanwhileProps<Values, Found>,
) {
  const { form, labels, load, take } = props
  const { conflict, answer, settle } = props.watch
  if (!conflict) return answer && <Message tone="note">{answer}</Message>

  const { version, history } = conflict
  const takeOver = async () => {
    const told = history.flatMap(({ changes }) => changes.map(({ field }) => field))
    const found = await load()
    form.setValues({ ...take(found, told, form.getValues()), version })
    settle('Their changes are in your form now. Save it to go on.')
  }
  const keepMine = () => {
    form.setValues({ ...form.getValues(), version })
    settle('Your form stays as it is. Save it to go on.')
  }
  return (
    <EditConflictNotice
      key={version}
      conflict={conflict}
      labels={labels}
      onTakeOver={takeOver}
      onKeepMine={keepMine}
    />
  )
}
