import { Button, SimpleGrid } from '@mantine/core'
import { IconCamera, IconVideo, type TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { FileKind } from '#contract/base/files.ts'
import { useIsPhone } from '../useIsPhone.ts'
import { DropZone, FileField, FileInvitation } from './DropZone.tsx'
import { fileProblem, filmProblem } from './fileKind.ts'

type FilesDropProps = {
  label: string
  /** What to drop: `photos and videos`. */
  what: string
  hint: string
  kind: FileKind
  onFiles: (files: File[]) => void
  /** Called when the preparation of chosen files begins, and when it ends. */
  onPreparing: (isPreparing: boolean) => void
  /** Called with the reason why files were refused; an empty text clears the previous reason. */
  onProblem: (problem: string) => void
  error?: ReactNode
  /** Changes each file before it is accepted, such as shrinkImage. */
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
      const problem = fileProblem(prepared, kind) ?? (await filmProblem(prepared, kind))
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
      {isPhone && <CameraButtons kind={kind} onTake={(file) => void take([file])} />}
    </FileField>
  )
}

const isFilmed = ({ types }: FileKind) => 'video/mp4' in types

type OnTake = { onTake: (file: File) => void }

/** Opens a phone's camera directly, without the choices of its file picker. */
const CameraButtons = ({ kind, onTake }: OnTake & { kind: FileKind }) => (
  <SimpleGrid minColWidth={160} autoFlow="auto-fit" spacing="s2" mt="s2">
    <CameraButton label="Take a photo" Icon={IconCamera} accept="image/jpeg" onTake={onTake} />
    {isFilmed(kind) && (
      <CameraButton label="Record a video" Icon={IconVideo} accept="video/mp4" onTake={onTake} />
    )}
  </SimpleGrid>
)

type CameraButtonProps = OnTake & { label: string; Icon: TablerIcon; accept: string }

function CameraButton({ label, Icon, accept, onTake }: CameraButtonProps) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        {label}
      </Button>
      <input
        hidden
        ref={camera}
        type="file"
        accept={accept}
        capture="environment"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onTake(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
