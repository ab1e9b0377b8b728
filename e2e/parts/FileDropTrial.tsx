import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FileDrop } from '../../web/shared/FileDrop.tsx'
import type { FileKind } from '../../web/shared/file/fileKind.ts'
import { http } from '../../web/shared/http.ts'
import { SavingNotice } from '../../web/shared/modal/SavingNotice.tsx'
import { type Saved, useSaving } from '../../web/shared/modal/useSaving.ts'

type FileDropTrialProps = { label: string; hint: string; kind: FileKind }

/** A file drop in a form that saves, until a screen of the app has one. */
export function FileDropTrial({ label, hint, kind }: FileDropTrialProps) {
  const [file, setFile] = useState<File | null>(null)
  const { phase, notice, upload, save } = useSaving<Saved>({ onSaved: () => {}, close: () => {} })

  const send = () => {
    const body = new FormData()
    if (file) body.append('file', file)
    void save((transfer) => http.post('/upload', body, transfer))
  }
  return (
    <section>
      <SavingNotice notice={notice} />
      <FileDrop
        label={label}
        what={`the ${label.toLowerCase()}`}
        hint={hint}
        kind={kind}
        value={file}
        onChange={setFile}
        upload={upload}
      />
      <Button disabled={phase !== 'idle'} onClick={send}>
        Save {label}
      </Button>
    </section>
  )
}
