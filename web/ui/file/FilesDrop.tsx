import { type ReactNode, useId, useRef, useState } from 'react'
import type { FileKind } from '#contract/files.ts'
import { useIsPhone } from '../useIsPhone.ts'
import { CameraButtons } from './CameraButtons.tsx'
import { DropZone } from './DropZone.tsx'
import { FileField } from './FileField.tsx'
import { fileProblem } from './fileKind.ts'
import { FileInvitation } from './FileInvitation.tsx'

type FilesDropProps = {
  label: string
  /** What to drop: `photos and films`. */
  what: string
  hint: string
  kind: FileKind
  onFiles: (files: File[]) => void
  /** Told when chosen files are not ready yet, and when they are. */
  onPreparing: (isPreparing: boolean) => void
  /** Told why files were not taken; an empty text clears what was said before. */
  onProblem: (problem: string) => void
  error?: ReactNode
  /** What is done to each file before it is taken, such as shrinkImage. */
  prepare: (file: File) => Promise<File>
}

/** Several files at once: dropped, picked or taken by a phone's camera. */
export function FilesDrop(props: FilesDropProps) {
  const { label, what, hint, kind, onFiles, onPreparing, onProblem, error, prepare } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [preparing, setPreparing] = useState<string>()
  const isPhone = useIsPhone()

  const take = async (chosen: File[]) => {
    const good: File[] = []
    const problems: string[] = []
    onProblem('')
    onPreparing(true)
    for (const file of chosen) {
      setPreparing(file.name)
      const prepared = await prepare(file)
      const problem = fileProblem(prepared, kind)
      if (!problem) good.push(prepared)
      else problems.push(chosen.length > 1 ? `${file.name}: ${problem}` : problem)
    }
    setPreparing(undefined)
    onPreparing(false)
    if (good.length) onFiles(good)
    if (problems.length) onProblem(problems.join('. '))
  }
  return (
    <FileField id={id} label={label} note={preparing ? `Preparing ${preparing} …` : hint} error={error}>
      <DropZone
        id={id}
        picker={picker}
        kind={kind}
        isMultiple
        isPreparing={preparing !== undefined}
        isBad={Boolean(error)}
        describedBy={error ? `${id}-error` : `${id}-hint`}
        onFiles={(files) => void take(files)}
      >
        <FileInvitation what={what} isMultiple onPick={() => picker.current?.click()} />
      </DropZone>
      {isPhone && <CameraButtons onTake={(file) => void take([file])} />}
    </FileField>
  )
}
