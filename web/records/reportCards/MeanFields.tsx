import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isUnmarked } from '#contract/reportCards.ts'
import { markText } from '../amounts.ts'
import { GradeSelect } from './GradeSelect.tsx'
import classes from './MeanFields.module.css'
import { meanOffered } from './meanOffered.ts'
import { reportLabels as labels } from '../form/recordLabels.ts'
import type { ReportValues } from './reportValues.ts'

/** Mean grade and score as the report card has them; the mean of the marks is only offered. */
export function MeanFields({ form }: { form: UseFormReturnType<ReportValues> }) {
  const mean = meanOffered(form.values)
  return (
    <div className={classes.pair}>
      <GradeSelect
        label={labels.grade}
        placeholder="Select"
        {...form.getInputProps('grade')}
        value={form.values.grade}
        onChange={(grade) => {
          form.setFieldValue('grade', grade)
          if (isUnmarked(grade)) form.setFieldValue('mark', '0')
          else if (isUnmarked(form.values.grade)) form.setFieldValue('mark', '')
        }}
      />
      <div>
        <TextInput
          label={labels.mark}
          inputMode="decimal"
          autoComplete="off"
          classNames={{ input: classes.score ?? '' }}
          {...form.getInputProps('mark')}
          disabled={isUnmarked(form.values.grade)}
        />
        {mean !== undefined && (
          <button
            type="button"
            className={classes.offer}
            onClick={() => form.setFieldValue('mark', markText(mean))}
          >
            Use the mean of the marks: {markText(mean)}
          </button>
        )}
      </div>
    </div>
  )
}
