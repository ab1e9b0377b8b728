import { Box, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import { categories } from '#contract/records/receipts.ts'
import { AmountField } from '../AmountField.tsx'
import { FormRows, type RowColumn } from '../form/FormRows.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { emptyItem, type ItemValues, type ReceiptValues } from './receiptEditor.ts'

const columns: RowColumn[] = [
  { header: 'Category' },
  { header: 'Item' },
  { header: 'Cost, KES', isAmount: true },
]
const WIDTHS = 'minmax(0, 236fr) minmax(0, 302fr) 136px'
const choices = categories.map((category) => ({ value: category, label: category }))

/** The paid items, row by row. */
export function ItemRows({ form }: { form: UseFormReturnType<ReceiptValues> }) {
  const { items } = form.values
  const inputOf = (index: number, field: keyof ItemValues): GetInputPropsReturnType => {
    const input = form.getInputProps(`items.${index}.${field}`)
    const onChange: GetInputPropsReturnType['onChange'] = (typed: unknown) => {
      input.onChange(typed)
      form.clearFieldError('items')
    }
    return { ...input, onChange }
  }
  const fieldsOf = (index: number) => {
    const category = inputOf(index, 'category')
    // The message that there are no rows is shown in the first field.
    const none = index === 0 && form.errors['items']
    return [
      <SelectBox
        key="category"
        aria-label="Category"
        placeholder="Category"
        data={choices}
        {...category}
        error={category.error ?? none}
      />,
      <TextInput
        key="item"
        aria-label="Item"
        placeholder="Item"
        autoComplete="off"
        {...inputOf(index, 'item')}
      />,
      <CostField key="cost" label="Cost, KES" input={inputOf(index, 'cost')} />,
    ]
  }
  const remove = (index: number) => {
    form.removeListItem('items', index)
    if (items.length === 1) form.insertListItem('items', emptyItem)
  }
  return (
    <section aria-labelledby="items">
      <Box component="h3" id="items" className="el-h3 el-strong" mb="s2">
        Receipt items
      </Box>
      <FormRows
        noun="Item"
        columns={columns}
        widths={WIDTHS}
        count={items.length}
        fieldsOf={fieldsOf}
        nameOf={(index) => items[index]?.item || items[index]?.category || ''}
        addLabel="Add item"
        onAdd={() => form.insertListItem('items', emptyItem)}
        onRemove={remove}
      />
    </section>
  )
}

/** On a phone the columns have no headings. */
function CostField({ label, input }: { label: string; input: GetInputPropsReturnType }) {
  const isPhone = useIsPhone()
  return (
    <AmountField
      aria-label={label}
      leftSection={
        isPhone && (
          <Box component="span" fz="sm" c="dimmed">
            KES
          </Box>
        )
      }
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      input={input}
    />
  )
}
