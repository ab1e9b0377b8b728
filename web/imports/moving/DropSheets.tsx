import { Button, Group, Stack } from '@mantine/core'
import { IconAlertCircle, IconCloudUpload, IconFileSpreadsheet, IconX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import type { FileKind } from '#contract/base/files.ts'
import type { StoreFailure } from '../../ui/device/storedValue.ts'
import zone from '../../ui/file/DropZone.module.css'
import { DropZone } from '../../ui/file/DropZone.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Message } from '../../ui/Message.tsx'
import classes from './MovingIn.module.css'
import type { FileNote } from './readWorkbook.ts'

const spreadsheet: FileKind = {
  types: {
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
    'text/csv': ['.csv'],
  },
  refusal: 'Choose an Excel file (XLSX) or a CSV file',
}

const unstored: Record<StoreFailure, string> = {
  full: 'The dropped sheets are only in this tab: the device has no room to store them.',
  refused: 'The dropped sheets are only in this tab: the browser does not store them.',
}

type DropSheetsProps = {
  picker: RefObject<HTMLInputElement | null>
  reading: Pick<UseMutationResult<unknown, Error, File[]>, 'isPending' | 'mutate'>
  /** Why this device did not store the dropped sheets. */
  failure: StoreFailure | undefined
  notes: FileNote[]
  onNotes: (notes: FileNote[]) => void
}

/** Where workbooks are dropped or chosen, and what is wrong with some of them. */
export function DropSheets({ picker, reading, failure, notes, onNotes }: DropSheetsProps) {
  const id = useId()
  const { isPending, mutate } = reading
  return (
    <Stack gap={14} mb={14}>
      <DropZone
        id={id}
        picker={picker}
        kind={spreadsheet}
        isMultiple
        isPreparing={isPending}
        isBad={notes.some(({ isBad }) => isBad)}
        describedBy={`${id}-hint`}
        onFiles={mutate}
      >
        <div className={`${zone.zone} ${classes.drop}`}>
          <IconCloudUpload size={26} color="var(--el-primary-ink)" aria-hidden />
          <p id={`${id}-hint`} className="el-grow el-ui el-ink-2">
            <b className="el-body el-strong" aria-live="polite">
              {isPending
                ? 'Reading the files …'
                : 'Drop all your sheets here, also several workbooks at once'}
            </b>
            Elimu knows each sheet by its headings and puts it into its step. Excel or CSV. The sheets stay in
            this browser until they are imported.
          </p>
          <Button component="label" variant="default" htmlFor={id} data-disabled={isPending || undefined}>
            Choose files
          </Button>
        </div>
      </DropZone>
      {failure && (
        <Message tone="note">{unstored[failure]} Import them before you close or reload the page.</Message>
      )}
      {notes.length > 0 && (
        <div role="alert" aria-label="Files that were not added">
          <Stack component="ul" gap={8}>
            {notes.map((note) => (
              <Group
                component="li"
                key={`${note.file} ${note.text}`}
                gap={11}
                wrap="nowrap"
                p="8px 8px 8px 12px"
                className="el-box el-ui"
                bg="var(--el-surface)"
              >
                <IconFileSpreadsheet size={20} aria-hidden />
                <div className="el-grow el-break">
                  <b className="el-strong">{note.file}</b>
                  <p className={note.isBad ? classes.bad : 'el-sm el-ink-3'}>
                    {note.isBad && <IconAlertCircle size={16} aria-hidden />}
                    {note.text}
                  </p>
                </div>
                <IconButton
                  icon={IconX}
                  label={`Remove ${note.file}`}
                  onClick={() => onNotes(notes.filter((each) => each !== note))}
                />
              </Group>
            ))}
          </Stack>
        </div>
      )}
    </Stack>
  )
}
