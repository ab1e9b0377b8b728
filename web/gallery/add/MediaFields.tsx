import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import { Button, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCopy, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { FileName, FilePreview } from '../../ui/file/FilePreview.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useRowKeys } from '../../ui/form/useRowKeys.ts'
import classes from './MediaFields.module.css'
import { canUseForAll, type MediaRows, usedForAll } from './mediaRows.ts'

/** Each chosen file with the words that stand under it. */
export function MediaFields({ form }: { form: UseFormReturnType<MediaRows> }) {
  const { media } = form.values
  const { keys, dropKey } = useRowKeys(media.length)
  const list = useRef<HTMLUListElement>(null)
  const remove = (index: number) => {
    dropKey(index)
    form.removeListItem('media', index)
    // The button is gone with its row; what remains to be done is to choose files, or to name the others.
    list.current?.closest('fieldset')?.querySelector<HTMLInputElement>('input[type="file"]')?.focus()
  }
  const copyToAll = () => {
    form.setFieldValue('media', usedForAll(media))
    form.clearErrors()
    // This button is gone too.
    list.current?.querySelector<HTMLInputElement>('li + li input')?.focus()
  }
  return (
    <ul ref={list} className={classes.rows} hidden={media.length === 0}>
      {media.map(({ file }, index) => (
        <li key={keys[index]} className={classes.row} aria-label={file.name}>
          <div className={classes.file}>
            <FilePreview file={file} />
            <span className={classes.facts}>
              <FileName file={file} />
            </span>
            <IconButton icon={IconX} label={`Remove ${file.name}`} onClick={() => remove(index)} />
          </div>
          <TextInput label="Media Title" autoComplete="off" {...form.getInputProps(`media.${index}.title`)} />
          <Textarea
            label="Media Description"
            rows={2}
            {...form.getInputProps(`media.${index}.description`)}
          />
          {index === 0 && canUseForAll(media) && (
            <Button
              className={classes.all}
              variant="subtle"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={copyToAll}
            >
              Use this title and description for all
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
