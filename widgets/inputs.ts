// The controls tied to a react-admin form. Kept apart from the controls: pages without a form load no form library.
import { bindInput } from './bindInput.tsx';
import { AddressBox, type AddressBoxProps } from './AddressInput.tsx';
import { Checkbox, type CheckboxProps } from './Checkbox.tsx';
import { DateBox, type DateBoxProps } from './DateInput.tsx';
import { FileUpload, type FileUploadProps } from './FileUpload.tsx';
import { MoneyBox, type MoneyBoxProps } from './MoneyInput.tsx';
import { NumberBox, type NumberBoxProps } from './NumberInput.tsx';
import { PhoneBox, PhoneListBox, type PhoneBoxProps, type PhoneListBoxProps } from './PhoneInput.tsx';
import { RadioGroup, type ChoiceValue, type RadioGroupProps } from './RadioInput.tsx';
import { SearchSelect, type SearchSelectProps, type SelectOption } from './SearchSelect.tsx';
import { SelectBox, type SelectBoxProps } from './SelectInput.tsx';
import { TextArea, type TextAreaProps } from './TextArea.tsx';
import { TextBox, type TextBoxProps } from './TextInput.tsx';

/** Address of a form; empty becomes null. */
export const AddressInput = bindInput<string, AddressBoxProps>(AddressBox, '');

/** Yes or no of a form. */
export const CheckboxInput = bindInput<boolean, CheckboxProps>(Checkbox, false);

/** Date of a form; null when empty. */
export const DateInput = bindInput<string | null, DateBoxProps>(DateBox, null);

/** Files of a form. */
export const FileUploadInput = bindInput<readonly File[], FileUploadProps>(FileUpload, []);

/** Money of a form in kopecks; null when empty. */
export const MoneyInput = bindInput<number | null, MoneyBoxProps>(MoneyBox, null);

/** Number of a form; null when empty. */
export const NumberInput = bindInput<number | null, NumberBoxProps>(NumberBox, null);

/** Phone of a form; null when empty. */
export const PhoneInput = bindInput<string | null, PhoneBoxProps>(PhoneBox, null);

/** Phones of a form. */
export const PhoneListInput = bindInput<readonly string[], PhoneListBoxProps>(PhoneListBox, []);

/** One of a few in a form. */
export const RadioInput = bindInput<ChoiceValue | null, RadioGroupProps>(RadioGroup, null);

/** One option of a form, kept as `{value, label}`; `parse`/`format` turn it to an id where the form wants one. */
export const SearchSelectInput = bindInput<SelectOption | null, SearchSelectProps>(SearchSelect, null);

/** Choice of a form; null when empty. */
export const SelectInput = bindInput<string | number | null, SelectBoxProps>(SelectBox, null);

/** Text area of a form; empty becomes null. */
export const TextAreaInput = bindInput<string, TextAreaProps>(TextArea, '');

/** Text of a form; empty becomes null. */
export const TextInput = bindInput<string, TextBoxProps>(TextBox, '');
