import type { GetInputPropsReturnType } from '@mantine/form'
import { pdfFile } from '#contract/files.ts'
import { FileDrop } from '../../ui/file/FileDrop.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import classes from './RecordFile.module.css'

type RecordFileProps = {
  label: string
  /** `Report card` */
  noun: string
  input: GetInputPropsReturnType
  onProblem: (problem: string) => void
  upload: Upload | undefined
  /** Where the PDF is that it has, and keeps until another is chosen. */
  present: string | null | undefined
}

/** The PDF of a report or a receipt. */
export const RecordFile = ({ label, noun, input, onProblem, upload, present }: RecordFileProps) => (
  <div>
    <FileDrop
      label={label}
      what={`${present ? 'another' : 'the'} ${noun.toLowerCase()}`}
      hint="PDF only, up to 20 MB"
      kind={pdfFile}
      {...input}
      onProblem={onProblem}
      upload={upload}
    />
    {present && (
      <a className={classes.present} href={present} target="_blank" rel="noopener">
        {noun} as it is
      </a>
    )}
  </div>
)
