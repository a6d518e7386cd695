import { unshadowed } from './capture-kit.ts';

/**
 * An editing command on what has the focus, with the events and the undo step of a person's own input (execCommand,
 * W3C Editing draft, section 4). @returns whether the document took it.
 */
export const execCommand = ({ document }: { document: Document }, command: string, value = ''): boolean =>
  unshadowed(document, 'execCommand').call(document, command, false, value);
