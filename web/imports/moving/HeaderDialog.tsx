import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { headingRows } from '../sheet/guess/guessHeader.ts'
import type { DroppedSheet } from './droppedSheets.ts'
import { SheetPreview } from './SheetPreview.tsx'

type HeaderDialogProps = { sheet: DroppedSheet; onChoose: (header: number) => void; onClose: () => void }

/** Shows the first rows of a sheet, and which of them has the headings. */
export function HeaderDialog({ sheet, onChoose, onClose }: HeaderDialogProps) {
  const life = useModalLife(onClose)
  const [chosen, setChosen] = useState(sheet.header)
  return (
    <ModalFrame life={life} title="Heading row" subtitle={sheet.file} shape="wide">
      <div className={frame.body}>
        <Stack gap={4}>
          <SelectBox
            label="Which row contains the headings?"
            data={headingRows(sheet.rows).map(({ index, label }) => ({ value: String(index), label }))}
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
          <SheetPreview sheet={sheet} header={chosen} />
        </Stack>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onChoose(chosen)
            life.close()
          }}
        >
          Use this row
        </Button>
      </div>
    </ModalFrame>
  )
}
