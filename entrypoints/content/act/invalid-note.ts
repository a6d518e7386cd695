/**
 * What the browser will say of a value when the form is sent (HTML, constraint validation), as the end of a sentence;
 * empty where it takes it, or where nothing is filled in yet.
 */
export function invalidNote(element: Element): string {
  if (
    !(
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    )
  )
    return '';
  if (!element.willValidate || element.validity.valid || element.value === '') return '';
  return `, which its form will not take: ${element.validationMessage.slice(0, 200)}`;
}
