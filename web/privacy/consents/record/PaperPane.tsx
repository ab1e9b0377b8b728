import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronUp, IconEye } from '@tabler/icons-react'
import { useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { draftKey } from '#contract/drafts.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import type { FoundStudent } from '#contract/search.ts'
import type { StudentToEdit } from '#contract/students/students.ts'
import { call } from '../../../ui/call.ts'
import { FileName, FilePreview } from '../../../ui/file/FilePreview.tsx'
import { FormHostContext } from '../../../ui/form/useFormHost.ts'
import type { Upload } from '../../../ui/modal/useSaving.ts'
import { paperFileName } from '../../../ui/paper/Paper.ts'
import { PdfDrop } from '../../../ui/paper/PdfDrop.tsx'
import { refOnPaper } from '../paper/refOnPaper.ts'
import type { ConsentValues } from './consentValues.ts'
import { Paper } from './Paper.tsx'
import classes from './record.module.css'

type PaperPaneProps = {
  form: UseFormReturnType<ConsentValues>
  upload: Upload | undefined
  student: StudentToEdit
  /** Whether the chosen form is shown here, beside the answers. */
  isBeside: boolean
  /** Records the chosen form for the student whom its code names. */
  onOther: (student: FoundStudent, file: File) => void
}

/** The field for the signed form, and then the form itself. */
export function PaperPane({ form, upload, student, isBeside, onOther }: PaperPaneProps) {
  const { form: file } = form.values
  const other = useOtherStudent(file, student.ref)
  return (
    <div className={classes.pane}>
      <PdfDrop
        label="Form"
        hint="Optional for spoken consent."
        {...form.getInputProps('form')}
        onProblem={(problem) => form.setFieldError('form', problem)}
        upload={upload}
        isTall
        refusal={
          file && other
            ? {
                why: (
                  <>
                    <b>
                      The code on this paper says {other.ref}, {other.name}.
                    </b>{' '}
                    Choose another paper, or record it for {firstName(other.name)}.
                  </>
                ),
                verb: `Record for ${firstName(other.name)}`,
                onElsewhere: () => {
                  // Removes it from the draft of this student.
                  flushSync(() => form.reset())
                  onOther(other, file)
                },
              }
            : undefined
        }
        target={{
          key: `${draftKey('consent', 'add', student.id)}-form`,
          what: 'Consent form',
          about: `${student.name}, ${student.ref}`,
          fileName: paperFileName(student.name, 'Consent form'),
        }}
      />
      {file && isBeside && (
        <div className={classes.paper}>
          <Paper file={file} />
        </div>
      )}
    </div>
  )
}

/** The student whom the code on a form names, if it is another one. Until the code is read, and then, saving is disabled. */
function useOtherStudent(file: File | null, ref: string): FoundStudent | undefined {
  const host = useContext(FormHostContext)
  const [read, setRead] = useState<{ file: File; other: FoundStudent | undefined }>()
  useEffect(() => {
    if (!file) return undefined
    let isCurrent = true
    const readCode = async () => {
      // If the search fails, the form is saved as one without a code.
      const other = await otherOn(file, ref).catch(() => undefined)
      if (isCurrent) setRead({ file, other })
    }
    void readCode()
    return () => {
      isCurrent = false
    }
  }, [file, ref])
  const isRead = read?.file === file
  const other = isRead ? read.other : undefined
  const unread = file && !isRead ? UNREAD : undefined
  const waits = other ? OF_OTHER : unread
  useEffect(() => host?.add({ waits, hasUnstored: false, discard: () => undefined }), [host, waits])
  return other
}

const OF_OTHER = 'The paper is another child’s.'
const UNREAD = 'The code on the paper is being read.'

/** A ref that no student has may be an earlier one of this student. */
async function otherOn(file: File, ref: string): Promise<FoundStudent | undefined> {
  const code = await refOnPaper(file)
  if (code === '' || code === ref) return undefined
  const { data } = await call('GET /api/search', { query: { words: code } })
  return data.students.rows.find((student) => student.ref === code)
}

/** On narrow windows: the form above the answers, which stay in view below it. */
export function PaperBar({ file }: { file: File }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={classes.bar} aria-label="Form beside the answers">
      <div className="el-row">
        <FilePreview file={file} />
        <span className="el-grow el-ui">
          <FileName file={file} />
        </span>
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={isOpen ? <IconChevronUp size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close the paper' : 'Look'}
        </Button>
      </div>
      {isOpen && (
        <div className={classes.paper}>
          <Paper file={file} />
        </div>
      )}
    </section>
  )
}
